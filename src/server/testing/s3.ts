import { afterAll } from 'vitest'
import { startS3Server, type S3Server } from './s3-server.ts'

/** A store of S3 for the tests of a file, with which it ends. */
export async function s3Store(): Promise<Pick<S3Server, 'env' | 'line'>> {
  const { env, line, stop } = await startS3Server()
  afterAll(stop)
  return { env, line }
}
