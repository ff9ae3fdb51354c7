import { useStored } from '#web/hooks/useStored.ts'

/** The classes of the table that hide columns (`no-days no-live`), as this device keeps them. The style sheet knows the rest. */
export const hiddenColumnsKey = 'board-hidden-columns'

/** Empty on the server and in the first paint. */
export const useHiddenColumns = (): string => useStored(hiddenColumnsKey)
