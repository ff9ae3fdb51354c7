export { reconcileAvatars } from './avatars.ts'
export { eraseTrader } from './erasure/erasure.ts'
export { eraseAgain, finishErasures } from './erasure/jobs.ts'
export { lossRow } from './queries.ts'
