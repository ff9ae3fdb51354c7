import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readError } from '../../api.ts'

/** A file's transfer that is answered 401 makes the page ask for the session, as the client of the other calls does by itself. */
export function useTransferError(error: unknown): void {
  const client = useQueryClient()
  const isOver = error !== null && readError(error).status === 401
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['GET /api/dashboard'] })
  }, [isOver, client])
}
