import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

/** The lines of an answer that must be a list as a CSV file, its head first. @param list the word for it in the file's name */
export function csvLines(answer: LightMyRequestResponse, list: string): [head: string, ...lines: string[]] {
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(
      new RegExp(`^attachment; filename="toptrader-${list}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    ),
    'cache-control': 'no-store',
  })
  const [head = '', ...lines] = answer.body.trimEnd().split('\r\n')
  return [head, ...lines]
}
