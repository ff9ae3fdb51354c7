/** The dialogs between the filled-in form and the account: one file, since each of them follows the other. */
export { BasicOffer } from './BasicOffer.tsx'
export { ConfirmDialog } from './ConfirmDialog.tsx'
export { TermsDialog } from './TermsDialog.tsx'
