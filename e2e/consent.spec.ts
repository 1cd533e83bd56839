/** The permission sheet: nothing outside of Baton is touched before a person allowed it, item by item, and they can take it back. */
import { startToolServer, type ToolServer } from '../src-main/testing/tool-server'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test as base } from './fixtures/app'
import type { Baton } from './pages/baton'
import { expectLegible } from './pages/legibility'
import { typeOver } from './pages/typing'

const test = base.extend<{ tools: ToolServer }>({
  tools: async ({}, use) => {
    const server = await startToolServer()
    await use(server)
    await server.close()
  },
})

const CODE = 'export function run(args) {\n  return args.a + args.b\n}'
const PARAMETERS = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

/** A clerk with a price list on this machine and a sum in a sandbox. */
function desk(tools: ToolServer): string {
  const price = { name: 'Prices', toolName: 'price', description: 'Looks up a price', parameters: PARAMETERS }
  return saveFlow(
    flow('Desk')
      .start('a')
      .agent('a', { name: 'Clerk', prompt: 'You sell.' })
      .httpTool('price', { ...price, url: `${tools.url}/Price?q={input}` })
      .node('code-tool', 'sum', { name: 'Sum', toolName: 'sum', code: CODE, hosts: ['api.example.com'] })
      .use('a', 'price')
      .use('a', 'sum')
      .build(),
  )
}

const place = ({ url }: ToolServer): string => new URL(url).host

/** What the sheet asks for the desk. */
const itemsOf = (tools: ToolServer): string[] => [
  'Runs this code in a sandbox: no files, no network but for the hosts below: sum (3 lines, for Sum)',
  `Reaches a private address: this machine or your network: ${place(tools)} (for Prices)`,
  'Reaches this address: api.example.com (for Sum)',
]

async function open(baton: Baton, tools: ToolServer, baseUrl: string): Promise<void> {
  await baton.importFlow(desk(tools))
  await baton.settings.haveConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
}

test('asks before anything runs, again where it failed or code changes, and what was allowed can be taken back', async ({
  baton,
  models,
  page,
  tools,
}) => {
  test.setTimeout(240_000)
  const { canvas, chat, consent, inspector } = baton
  await open(baton, tools, models.baseUrl)
  await test.step('opening and importing a flow asks nothing', async () => {
    await page.reload()
    await expect(canvas.node('Clerk')).toBeVisible()
    await expect(consent.sheet).toBeHidden()
    expect([tools.inputsOf('Price'), models.calls]).toEqual([[], 0])
  })

  await test.step('what was pressed in the empty chat comes back, and the keyboard is where it stands', async () => {
    await page.getByRole('button', { name: 'Say hello', exact: true }).click()
    await expect(consent.cancelButton).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(chat.composer).toHaveValue('Hello')
    await expect(chat.composer).toBeFocused()
  })

  await test.step('Enter and Escape allow nothing', async () => {
    await chat.say('What is a plum cake?')
    await expect(consent.cancelButton).toBeFocused()
    expect(await consent.items()).toEqual(itemsOf(tools))
    await expect(consent.code('sum')).toHaveText(CODE)
    await expect(consent.before).toHaveCount(0)
    for (const key of ['Enter', 'Escape']) {
      await page.keyboard.press(key)
      await expect(consent.sheet).toBeHidden()
      await expect(chat.composer).toHaveValue('What is a plum cake?')
      await expect(chat.region.getByRole('status')).toHaveText('Not sent. Nothing ran, and your message is back below.')
      await chat.composer.press('Enter')
      await consent.sheet.waitFor()
    }
  })

  await test.step('a node that is named there is shown', async () => {
    await consent.sheet.getByRole('button', { name: 'Sum', exact: true }).first().click()
    await expect(consent.sheet).toBeHidden()
    await expect(canvas.selected).toHaveText(/Sum/)
    await expect(chat.composer).toHaveValue('What is a plum cake?')
    expect([tools.inputsOf('Price'), models.calls]).toEqual([[], 0])
  })

  await test.step('what was allowed runs, and is not asked for again', async () => {
    tools.on('Price', () => '12')
    models.reply({ calls: [{ name: 'price', arguments: { input: 'plum' } }] }, { text: 'It is 12.' }, { text: 'Bye.' })
    await chat.composer.press('Enter')
    await consent.allow()
    await expect(chat.saidBy('Clerk')).toContainText('It is 12.')
    expect(tools.inputsOf('Price')).toEqual(['plum'])
    await page.reload()
    await chat.say('Thanks')
    await expect(chat.saidBy('Clerk').last()).toContainText('Bye.')
  })

  await test.step('the sheet and the permissions can be read', async () => {
    await baton.flowMenu('Flow settings')
    await consent.permissions.getByRole('button', { name: 'Revoke all' }).click()
    await expect(consent.allowed).toHaveCount(0)
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1024, height: 700 },
    ]) {
      await page.setViewportSize(size)
      await chat.say('Hello')
      await expect(consent.allowButton).toBeInViewport({ ratio: 0.99 })
      await expectLegible(page)
      await consent.cancel()
    }
    models.reply({ text: 'Hello there.' })
    await chat.composer.press('Enter')
    await consent.allow()
    await expect(chat.saidBy('Clerk').last()).toContainText('Hello there.')
    await baton.flowMenu('Flow settings')
    await expect(consent.allowed).toHaveCount(3)
    await expectLegible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a turn that failed asks before it is tried again', async () => {
    models.reply({ status: 400 }, { text: 'Better.' })
    await chat.say('Hello again')
    await expect(chat.retry).toBeVisible()
    await baton.flowMenu('Flow settings')
    await consent.permissions.getByRole('button', { name: 'Revoke all' }).click()
    await expect(consent.allowed).toHaveCount(0)
    await chat.retry.click()
    await consent.cancel()
    await expect(chat.region.getByText('Not tried again. Nothing ran.')).toBeVisible()
    await chat.retry.click()
    await expect(consent.allowButton).toHaveText('Allow and retry')
    await consent.allow()
    await expect(chat.saidBy('Clerk').last()).toContainText('Better.')
  })

  await test.step('code that changes is asked for again: the change is marked, the rest is folded', async () => {
    models.reply({ text: 'Two.' })
    await inspector.close()
    await canvas.select('Sum')
    await typeOver(inspector.text('Code'), `${CODE} // more`)
    await inspector.close()
    await chat.say('Again')
    await consent.sheet.waitFor()
    expect(await consent.items()).toEqual([
      'Runs this code in a sandbox: no files, no network but for the hosts below: sum (New or changed, 3 lines, for Sum)',
    ])
    await expect(consent.code('sum')).toHaveText(`${CODE} // more`)
    await consent.before.click()
    await expect(consent.before).toHaveText('2 allowed before')
    await expect(consent.sheet).toContainText(place(tools))
    await consent.allow()
    await expect(chat.saidBy('Clerk').last()).toContainText('Two.')
  })

  await test.step('what was allowed can be taken back in the flow settings, one by one or all of it', async () => {
    await baton.flowMenu('Flow settings')
    await expect(consent.allowed).toHaveCount(3)
    await expect(consent.allowed.first()).toContainText('sumCode in a sandbox for Sum')
    await consent.revoke(place(tools))
    await expect(consent.allowed).toHaveCount(2)
    await expect(consent.permissions).toContainText('1 more outside of Baton is asked for with the next message.')
    await chat.say('And now?')
    await consent.sheet.waitFor()
    expect(await consent.items()).toEqual([
      `Reaches a private address: this machine or your network: ${place(tools)} (New, for Prices)`,
    ])
    await consent.cancel()
    await consent.permissions.getByRole('button', { name: 'Revoke all' }).click()
    await expect(consent.allowed).toHaveCount(0)
    await expect(consent.permissions).toContainText('3 things outside of Baton are asked for with the next message.')
  })

  await test.step('what the person no longer uses is not asked for', async () => {
    await inspector.close()
    for (const name of ['Sum', 'Prices']) {
      await canvas.select(name)
      await page.keyboard.press('Delete')
    }
    await baton.flowMenu('Flow settings')
    await expect(consent.permissions).toContainText('It uses none now.')
  })
})
