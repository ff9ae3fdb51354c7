/** The lower parts of the dashboard, which its head does not wait for: one file. */
export { TradingAccountPanel } from '#features/account/web/TradingAccountPanel.tsx'
export { IntegrityCards } from '#features/integrity/web/owner/IntegrityCards.tsx'
export { OwnPayments } from '#features/payments/web/own/OwnPayments.tsx'
export { LinksCard } from '#features/traders/web/own/LinksCard.tsx'
export { MyfxbookLink } from '#features/traders/web/own/MyfxbookLink.tsx'
export { WhyPanel } from './why/WhyPanel.tsx'
