import { S3Driver } from 'flydrive/drivers/s3'
import type { Config } from '../settings/config.ts'

/** The longest wait for the store's answer, and between two parts of it, in milliseconds. */
const usualPatienceMs = 8_000

/**
 * Files in a bucket of an S3 store. Only the server reads the bucket: it serves the files itself, under its own headers.
 * @param patienceMs how long to wait for an answer; large files need longer
 */
export function s3Driver(config: Config, bucket: string, patienceMs = usualPatienceMs): S3Driver {
  return new S3Driver({
    bucket,
    region: config.S3_REGION,
    ...(config.S3_ENDPOINT !== undefined && { endpoint: config.S3_ENDPOINT, forcePathStyle: true }),
    credentials: { accessKeyId: config.S3_ACCESS_KEY_ID ?? '', secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '' },
    visibility: 'private',
    // Stores that only imitate S3 often know no access lists and no newer checksums.
    supportsACL: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: patienceMs / 2,
      requestTimeout: patienceMs,
      throwOnRequestTimeout: true,
      socketTimeout: patienceMs,
    },
  })
}
