import { afterEach, beforeEach, expect, test } from 'vitest'
import { enableStyle, loadView, VIEW_STYLE, type View } from './view.ts'

const sheet = (rule: string) => URL.createObjectURL(new Blob([rule], { type: 'text/css' }))

function viewWith(name: string, rule: string): View {
  const source = {
    path: `${name}.tsx`,
    style: sheet(rule),
    load: async () => ({
      view: { screen: () => null, head: () => ({ title: name, description: name, canonical: '/' }) },
    }),
  }
  return { name, access: 'public', load: async () => source }
}

beforeEach(() => document.body.insertAdjacentHTML('beforeend', '<p id="shape">text</p>'))
afterEach(() => document.querySelectorAll(`#shape, link[${VIEW_STYLE}]`).forEach((element) => element.remove()))
const display = () => getComputedStyle(document.querySelector('#shape') ?? document.body).display

test('the sheet of a view that is fetched ahead changes nothing until the view is shown, and nothing after it', async () => {
  const profile = viewWith('profile', '#shape { display: grid; }')
  const showcase = viewWith('showcase', '#shape { display: flex; }')
  await loadView(profile)
  enableStyle(profile)
  expect(display()).toBe('grid')
  await loadView(showcase)
  expect(display()).toBe('grid')
  enableStyle(showcase)
  expect(display()).toBe('flex')
  enableStyle(profile)
  expect(display()).toBe('grid')
})

test('a document may name a file that holds the view’s module among others', async () => {
  const script =
    'const one = 600; const two = { view: { screen: { displayName: `Of a group` } } }; export { one as a, two as b }'
  const path = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const view = viewWith('of-a-group', '')
  const module = await loadView(view, { path, style: sheet('#shape { display: flex; }') })
  expect(module?.screen.displayName).toBe('Of a group')
})
