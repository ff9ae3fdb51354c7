import { counter } from '#server/metrics/meters.ts'

export const signIns = counter({
  name: 'sign_ins_total',
  help: 'Tries to sign in by how they ended: wrong (name or password), code_asked and wrong_code (second factor), paced (too soon again), locked (too many wrong ones)',
  labels: { result: ['opened', 'wrong', 'code_asked', 'wrong_code', 'paced', 'locked'] },
})

type Result = Parameters<ReturnType<typeof signIns>['inc']>[0]['result']

/** Results by the code of the failure. Other failures are no attempt. */
export const failedSignIns: Readonly<Record<string, Result>> = {
  INVALID_CREDENTIALS: 'wrong',
  TOTP_REQUIRED: 'code_asked',
  TOTP_INVALID: 'wrong_code',
  TOO_MANY_REQUESTS: 'paced',
  SIGN_IN_LOCKED: 'locked',
}
