import { readTabText, storeTabText } from '#web/storage/tab-storage.ts'

/** Session state of the sign-in's screens, which survives a reload of this tab. */
export type StateKey = 'registration_offer' | 'sign_in_name' | 'code_step' | 'reset_token' | 'email_token'

export const stateOf = (key: StateKey) => readTabText(key)

/** @param text null and '' remove it */
export const storeState = (key: StateKey, text: string | null) => storeTabText(key, text === '' ? null : text)
