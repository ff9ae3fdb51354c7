/** The parts of the editor that follow its first step: one file. */
export { ConflictDialog } from './ConflictDialog.tsx'
export { FullPreview } from './FullPreview.tsx'
export { LaterSteps } from './steps/LaterSteps.tsx'
export { PublishStep } from './steps/PublishStep.tsx'
