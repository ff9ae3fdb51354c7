export { sweepAvatars } from './avatars.ts'
export { eraseTrader, finishErasures, type Erasure } from './erasure.ts'
