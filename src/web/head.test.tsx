import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { View } from './view.ts'
import { openApp } from './testing/open-app.tsx'

const views: View[] = [
  {
    name: 'leaderboard',
    access: 'public',
    module: {
      screen: () => <h1>Prima</h1>,
      head: (_, __, answers) => {
        const title = answers.getQueryData<string>(['answer']) ?? 'In arrivo'
        return { title, description: title, canonical: '/' }
      },
    },
  },
]

test('the head follows an answer that comes after the document, whose own stands until then', async () => {
  document.title = 'Vetrina non trovata'
  const client = openApp('/', views)
  await expect.element(page.getByRole('heading', { name: 'Prima' })).toBeVisible()
  expect(document.title).toBe('Vetrina non trovata')
  const arrive = () => {
    client.setQueryData(['answer'], 'Anteprima')
    return document.title
  }
  await expect.poll(arrive).toBe('Anteprima')
})
