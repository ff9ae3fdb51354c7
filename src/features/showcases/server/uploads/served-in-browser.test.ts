import { chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { picture } from '#server/testing/sent-files.ts'
import { browserArgs, findBrowser } from '../../../../../scripts/browser.ts'
import { onePage, uploadScene } from '../testing/upload-scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { app, newAuthor, image, pdf } = await uploadScene(kernel)

test('a browser that opens uploads runs none of them', async () => {
  const who = await newAuthor()
  const script = Buffer.from('<script>document.title = "eseguito"</script>')
  const drawn = await picture(40, 30).png().toBuffer()
  const stored = async (answer: ReturnType<typeof image>) => (await answer).json<{ file_url: string }>().file_url
  const photo = await stored(image(who, Buffer.concat([drawn, script])))
  const paper = await stored(pdf(who, Buffer.concat([await onePage(), script])))

  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() })
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ acceptDownloads: true })
  // An unapproved file is 404 for a request from a mail, an address bar or another site.
  for (const url of [photo, paper]) expect((await page.goto(origin + url))?.status()).toBe(404)
  const follow = async (url: string) => {
    await page.goto(`${origin}/niente`)
    await page.evaluate(`location.assign('${url}')`)
  }
  const opening = page.waitForResponse(origin + photo)
  await follow(photo)
  const opened = await opening
  await page.waitForURL(origin + photo)
  expect(opened.headers()['content-type']).toBe('image/webp')
  // The page's origin is `null`, since it runs in the sandbox.
  const outcome = await page.evaluate('[document.title.includes("eseguito"), document.scripts.length, window.origin]')
  expect(outcome).toEqual([false, 0, 'null'])
  const saving = page.waitForEvent('download')
  await follow(paper)
  expect((await saving).suggestedFilename()).toBe('Il metodo.pdf')
})

test('a document that a browser printed is accepted, as the refusal advises', async () => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.setContent(
    '<h1 id="inizio">Il metodo</h1><a href="https://esempio.it/città?a=b">Sito</a> <a href="#inizio">Su</a> <form><input></form>',
  )
  const printed = await page.pdf({ tagged: true, outline: true })
  const answer = await pdf(await newAuthor(), printed)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
})
