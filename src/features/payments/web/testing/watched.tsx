import type { ReactNode } from 'react'
import { vi } from 'vitest'
import type { PaymentState } from '#features/payments/contract.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import type { SeededAnswer } from '#shared/page.ts'
import { mount } from '#web/testing/mount.tsx'
import { writeToken } from '#web/storage/token.ts'
import { noteBlocked } from '../invoice-window.ts'
import { PaymentView } from '../order/PaymentView.tsx'
import { buyer, orderId, orderWith } from './payments.ts'
import { freshClient } from './time.ts'

export const status = `GET /api/crypto/payment-status/${orderId}`
export const reconcile = 'POST /api/crypto/reconcile-payment'
export const dashboardKey = 'GET /api/dashboard'
const statusKey = 'GET /api/crypto/payment-status/:order_id'

/** Signs a buyer in, at the address of the order. */
export function arrive() {
  localStorage.clear()
  sessionStorage.clear()
  writeToken('a-session')
  window.history.replaceState({}, '', `/?view=payment&order=${orderId}`)
}

export function leave() {
  vi.useRealTimers()
  vi.restoreAllMocks()
  writeToken(null)
  noteBlocked(null)
  window.history.replaceState({}, '', '/')
}

interface Scene {
  screen?: ReactNode
  order?: () => PaymentState | { status: number; body: unknown }
  own?: () => typeof buyer
  calls?: Parameters<typeof serveCalls>[0]
  seeded?: boolean
}

const isAnswer = (answer: object): answer is { status: number; body: unknown } => 'body' in answer

/** Mounts the screen with its calls answered. @returns the requests */
export function show({
  screen = <PaymentView />,
  order = () => orderWith(),
  own = () => buyer,
  calls = {},
  seeded = true,
}: Scene = {}) {
  const requests = serveCalls({
    [status]: () => {
      const answer = order()
      return isAnswer(answer) ? answer : { body: answer }
    },
    [dashboardKey]: () => ({ body: own() }),
    ...calls,
  })
  const first = order()
  const seeds: SeededAnswer[] =
    seeded && !isAnswer(first)
      ? [
          { key: statusKey, input: { params: { order_id: orderId } }, data: first },
          { key: dashboardKey, input: {}, data: own() },
        ]
      : []
  mount(screen, { seeds, client: freshClient() })
  return { requests, count: (key: string) => requests.filter((call) => call.key === key).length }
}

export const shownText = () => document.body.textContent
