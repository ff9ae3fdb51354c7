/** What stands below the dashboard's head and is not needed for it: one file. */
export { IntegrityCards } from '#features/integrity/web/owner/IntegrityCards.tsx'
export { LinksCard } from '#features/traders/web/own/LinksCard.tsx'
export { OwnChart } from '#features/traders/web/chart/OwnChart.tsx'
export { WhyPanel } from './why/WhyPanel.tsx'
