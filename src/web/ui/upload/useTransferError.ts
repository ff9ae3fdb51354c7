import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readError } from '../../api.ts'

/** A file's transfer that says 401 makes the page ask who is signed in, as the client of the other calls does by itself. */
export function useTransferError(error: unknown): void {
  const client = useQueryClient()
  const isOver = error !== null && readError(error).status === 401
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['GET /api/dashboard'] })
  }, [isOver, client])
}
