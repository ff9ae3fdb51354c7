export { sweepAvatars } from './avatars.ts'
