/** The lower sections of the account: one file. */
export { SecuritySection } from '#features/auth/web/security/SecuritySection.tsx'
export { DeletePanel } from './DeletePanel.tsx'
export { ExportPanel } from './ExportPanel.tsx'
export { TradingAccountSection } from './TradingAccountSection.tsx'
