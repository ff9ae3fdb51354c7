/** The lower parts of the dashboard, which its head does not wait for: one file. */
export { IntegrityCards } from '#features/integrity/web/owner/IntegrityCards.tsx'
export { LinksCard } from '#features/traders/web/own/LinksCard.tsx'
export { OwnChart } from '#features/traders/web/chart/OwnChart.tsx'
export { WhyPanel } from './why/WhyPanel.tsx'
