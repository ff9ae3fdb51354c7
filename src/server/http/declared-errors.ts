import type { Endpoint } from '#shared/endpoint.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** The errors that the server itself may answer to any call. */
const always: readonly ErrorCode[] = [
  'TOO_MANY_REQUESTS',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL',
  'UNAVAILABLE',
  'MAINTENANCE',
]
const ofBodies: readonly ErrorCode[] = ['BAD_REQUEST', 'BODY_TOO_LARGE']
const ofSessions: readonly ErrorCode[] = ['UNAUTHENTICATED']
const ofRights: readonly ErrorCode[] = [...ofSessions, 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED']

/** The errors that follow from an endpoint's method, input and access. Its declaration leaves them out. */
export function impliedErrors({ method, access, params, query, body }: Endpoint): readonly ErrorCode[] {
  const hasInput = params !== undefined || query !== undefined || body !== undefined
  return [
    ...always,
    ...(method === 'GET' ? [] : ofBodies),
    ...(hasInput ? (['VALIDATION'] as const) : []),
    ...(access === 'user' ? ofSessions : access === 'admin' || typeof access === 'object' ? ofRights : []),
  ]
}

/** Every error that an endpoint may answer: those that it declares, and those that follow. */
export function errorsOf(endpoint: Endpoint): ReadonlySet<ErrorCode> {
  return new Set([...endpoint.errors, ...impliedErrors(endpoint)])
}
