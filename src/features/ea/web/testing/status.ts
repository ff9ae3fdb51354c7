import type { EaStatus, listAdvisors } from '#features/ea/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

/** Answers of the advisor's calls for tests of screens. */

export const testToken = `tt_ea_9f3c${'A'.repeat(35)}7b21`

const nothing: EaStatus = {
  has_ea_token: false,
  hasToken: false,
  ea_token: null,
  token_created_at: null,
  account_connected: false,
  ea_active: false,
  ea_sync_count: 0,
  last_ea_sync: null,
  next_sync_expected_at: null,
  ea_version: null,
  last_error: null,
  importing: null,
  message: '',
}

const withToken: EaStatus = {
  ...nothing,
  has_ea_token: true,
  hasToken: true,
  ea_token: testToken,
  token_created_at: '2026-11-01T09:00:00.000Z',
}

const connected: EaStatus = {
  ...withToken,
  account_connected: true,
  ea_active: true,
  ea_sync_count: 86_417,
  last_ea_sync: '2026-11-20T15:38:00.000Z',
  next_sync_expected_at: '2026-11-20T15:43:00.000Z',
  ea_version: '1.0.0',
}

export const statuses = { nothing, withToken, connected }

export const advisors: ResponseOf<typeof listAdvisors> = {
  address: 'https://registro.example',
  files: [
    {
      platform: 'mt4',
      file_name: 'TopTrader.mq4',
      version: '1.0.0',
      size: 48_799,
      sha256: '4'.repeat(64),
      url: '/api/ea/download/mt4',
    },
    {
      platform: 'mt5',
      file_name: 'TopTrader.mq5',
      version: '1.0.0',
      size: 51_735,
      sha256: '5'.repeat(64),
      url: '/api/ea/download/mt5',
    },
  ],
}
