import { expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'
import { unansweredNote } from './documents.ts'

// The address keeps the screens' JSX out of the server's type world.
const source = '../web/views.tsx'
const { views } = (await import(source)) as {
  views: { name: string; path?: string; access: 'public' | 'user' }[]
}
/** The values of the parameters in the views' paths. */
const parameters: Record<string, string> = {
  link: 'telegram',
  position: '1',
  username: 'Leader',
  showcase_id: '01a2041f-eb2c-7241-a4d3-a7695a721bd6',
}

const kernel = await testKernel()
await account(kernel, { username: parameters['username'] ?? '', nets: [10] })
const app = await wholeApp(kernel)

function addressOf({ name, path }: (typeof views)[number]): string {
  if (path === undefined) return `/?view=${name}`
  return path.replaceAll(/:(\w+)/g, (_, parameter: string) => {
    const value = parameters[parameter]
    if (value === undefined) throw new Error(`give this test a value for :${parameter}`)
    return value
  })
}

test.each(views.filter(({ path }) => path === undefined).map((view) => [addressOf(view)]))(
  '%s has a document',
  async (address) => {
    expect((await app.inject(address)).statusCode, 'give it a line in src/site/server/seeded-views.ts').toBe(200)
  },
)

test.each(views.filter(({ access }) => access === 'public').map((view) => [addressOf(view)]))(
  'the document of %s holds every answer that its screen requests',
  async (address) => {
    const before = kernel.lines.length
    const { statusCode } = await app.inject(address)
    expect([200, 404]).toContain(statusCode)
    const notes = kernel.lines.slice(before).filter(({ msg }) => msg === unansweredNote)
    expect(notes, 'give them a line in src/site/server/seeded-views.ts').toEqual([])
  },
)
