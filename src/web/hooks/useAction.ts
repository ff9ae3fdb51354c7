import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readError, type ApiError } from '../api.ts'

interface ActionOptions<Input, Answer> {
  /** Runs after the answer. The action stays busy until it ends. */
  onDone?: (answer: Answer, input: Input) => unknown
  /** Runs after a failure. Returns true where it showed the error itself, at a field for example; else `error` holds it. */
  onError?: (error: ApiError, input: Input) => unknown
}

export interface Action<Input> {
  /** Starts the action, unless it is running: a double click is one. Never rejects. @returns whether it succeeded */
  run: (input: Input) => Promise<boolean>
  isBusy: boolean
  /** True as soon as `run` is called, where `isBusy` waits for the next drawing. */
  isRunning: () => boolean
  /** Input of the running action, or of the last one. */
  input: Input | undefined
  /** The reason why the last run failed; null once the action starts again. */
  error: ApiError | null
  /** Removes the error from the screen. */
  clear: () => void
}

/**
 * Runs a person's action on a screen through the server: every write goes through here.
 * @param work sends it, with `send` or `sendIdempotent`
 */
export function useAction<Input = void, Answer = unknown>(
  work: (input: Input) => Promise<Answer>,
  { onDone, onError }: ActionOptions<Input, Answer> = {},
): Action<Input> {
  // A second click of the same moment comes before the first is drawn.
  const isRunning = useRef(false)
  const [error, setError] = useState<ApiError | null>(null)
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: work,
    // Without a network it fails at once, and is not sent later by itself.
    networkMode: 'always',
    // The input may hold a password: nothing stays in the cache.
    gcTime: 0,
    onSuccess: (answer, input) => onDone?.(answer, input),
    onError: async (thrown, input) => {
      const failure = readError(thrown)
      if ((await onError?.(failure, input)) !== true) setError(failure)
    },
  })
  async function run(input: Input): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    setError(null)
    try {
      await mutateAsync(input)
      return true
    } catch {
      return false
    } finally {
      isRunning.current = false
    }
  }
  return {
    run,
    isBusy: isPending,
    isRunning: () => isRunning.current,
    input: variables,
    error,
    clear: () => setError(null),
  }
}
