export { sweepAvatars } from './avatars.ts'
export { eraseTrader, finishErasures } from './erasure.ts'
