/** Talking to a flow: streams, stops, failures, tools, threads. */
import { expect, MODEL_KEY, test as base, wholeRun } from './fixtures/app'
import { call, setupD } from './fixtures/setup-d'
import { heard } from '../src-main/testing/heard'
import type { ModelServer } from '../src-main/testing/model-server'
import { pngOf } from '../src-main/testing/pictures'
import { startLoopback } from '../src-main/tools/net/testing/loopback'
import type { Baton } from './pages/baton'
import { typeOver } from './pages/typing'

const test = base.extend<{ pictureServer: Awaited<ReturnType<typeof startLoopback>> }>({
  pictureServer: async ({}, use) => {
    const server = await startLoopback()
    await use(server)
    await server.close()
  },
})

/** A flow on the tests' model server, through a connection that the flow names. */
async function prepare(baton: Baton, { baseUrl }: ModelServer, key = MODEL_KEY): Promise<void> {
  await baton.importFlow(setupD())
  await baton.settings.haveConnection({ name: 'default', baseUrl, key, model: 'test-model' })
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, open: () => resolve() }
}

test('talks: reads, stops, unfolds, goes from thread to thread, and sees who has the baton', async ({
  baton,
  models,
  page,
  pictureServer,
}) => {
  test.setTimeout(240_000)
  const { canvas, chat } = baton
  await prepare(baton, models)
  await test.step('reads an answer while it is written', async () => {
    const rest = gate()
    models.reply({ text: 'One two three.', gate: rest.promise })
    await chat.say('Count')
    await expect.poll(chat.lines).toEqual(['You: Count', 'Concierge: One…'])
    await expect(canvas.node('Concierge')).toHaveAttribute('data-run', 'running')
    await expect(chat.stop).toBeVisible()
    rest.open()
    await expect.poll(chat.lines).toEqual(['You: Count', 'Concierge: One two three.'])
    await expect(canvas.node('Concierge')).not.toHaveAttribute('data-run', 'running')
    await expect(chat.send).toBeVisible()
  })

  await test.step('stops an answer, keeps what was read, and goes on talking', async () => {
    await chat.newThread.click()
    const next = models.calls + 1
    models.reply({ text: 'One two three.', hangAfter: 1 })
    await chat.say('Count')
    await expect.poll(chat.lines).toEqual(['You: Count', 'Concierge: One…'])
    await chat.composer.press('Escape')
    await models.waitForHangUp(next)
    await expect.poll(chat.lines).toEqual(['You: Count', 'Concierge: One', expect.stringMatching(/^! .*stopped/i)])
    models.reply({ text: 'Four.' })
    await chat.say('And then?')
    await expect(chat.saidBy('Concierge').last()).toContainText('Four.')
  })

  await test.step('unfolds a tool call to what was asked and what came back', async () => {
    await chat.newThread.click()
    models.reply(call('get_time', { timezone: 'Europe/Paris' }), { text: 'It is noon.' })
    await chat.say('what time is it in Paris')
    await expect.poll(chat.lines).toEqual(['You: what time is it in Paris', '[get_time]', 'Concierge: It is noon.'])
    const line = chat.tool('get_time')
    await expect(line).toHaveAttribute('aria-expanded', 'false')
    await line.click()
    await expect(chat.log).toContainText('"timezone": "Europe/Paris"')
    await expect(chat.log).toContainText('Result')
    await line.click()
    await expect(chat.log).not.toContainText('"timezone"')
  })

  await test.step('reads Markdown, and nothing in it can run or fetch anything', async () => {
    await chat.newThread.click()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    models.reply({
      text: [
        '**Bold** and `code`.',
        '<img src=x onerror="window.hacked = true">',
        '<script>window.hacked = true</script>',
        '[a trap](javascript:window.hacked=true) and [a link](https://example.com/)',
        '![a picture](http://127.0.0.1:9/spy.png)',
        '| a | b |\n| - | - |\n| 1 | 2 |',
      ].join('\n\n'),
    })
    await chat.say('Show me')
    const said = chat.saidBy('Concierge')
    await expect(said.locator('strong')).toHaveText('Bold')
    await expect(said.getByRole('table')).toBeVisible()
    await expect(said.locator('img, script, iframe, [onerror]')).toHaveCount(0)
    const links = await said.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links.filter((href) => href.startsWith('javascript'))).toEqual([])
    await expect(said.getByRole('link', { name: 'a link' })).toHaveAttribute('rel', /noopener/)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(asked.filter((url) => url.includes('spy') || url.includes('example.com'))).toEqual([])
  })

  await test.step('shows a picture of an answer once somebody has read where it is and allowed it', async () => {
    const said = chat.saidBy('Concierge').last()
    const columns = ['Manufacturer', 'Accessibility', 'Availability', 'Maintenance', 'Certification', 'Documentation']
    const table = [columns, columns.map(() => '-'), columns].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
    const wide = `![a bar](data:image/png;base64,${pngOf(4, 2).toString('base64')})`
    const drawn = `![a drawing](data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')})`
    pictureServer.answers['/a.png'] = { body: pngOf(60, 40) }
    pictureServer.answers['/b.png'] = { body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    models.reply({
      text: [
        table,
        wide,
        drawn,
        ...['a', 'b', 'a'].map((one) => `![${one}](${pictureServer.base}/${one}.png)`),
        '![plain](http://example.com/c.png)',
      ].join('\n\n'),
    })
    await chat.say('Show me pictures')
    await said.getByRole('button', { name: 'Enlarge the table' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Table' }).getByRole('columnheader').last()).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(said.getByRole('img', { name: 'a bar' })).toHaveJSProperty('naturalWidth', 4)
    await expect(said.getByRole('link', { name: 'plain' })).toHaveAttribute('href', 'http://example.com/c.png')
    const { host } = new URL(pictureServer.base)
    const asks = said.getByRole('group', { name: 'b', exact: true })
    await expect(asks).toContainText(`${host} would see your IP address`)
    expect(pictureServer.seen).toEqual([])

    await said
      .getByRole('group', { name: 'a', exact: true })
      .first()
      .getByRole('button', { name: 'Show picture' })
      .press('Enter')
    await expect(said.getByRole('img', { name: 'a', exact: true })).toHaveCount(2)
    await expect(said.getByRole('img', { name: 'a', exact: true }).first()).toHaveJSProperty('naturalWidth', 60)
    expect(pictureServer.seen.map(({ url }) => url)).toEqual(['/a.png'])
    await expect(said.getByRole('button', { name: 'a: show large' }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'a' })).toBeVisible()
    await page.keyboard.press('Escape')

    await asks.getByRole('button', { name: `Always from ${host}` }).click()
    await expect(asks).toContainText('is no PNG, JPEG, GIF or WebP picture')
    models.reply({ text: `![c](${pictureServer.base}/a.png?again)` })
    pictureServer.answers['/a.png?again'] = { body: pngOf(8, 8) }
    await chat.say('One more')
    await expect(chat.saidBy('Concierge').last().getByRole('img', { name: 'c' })).toHaveJSProperty('naturalWidth', 8)
    await baton.settings.open()
    await page.getByRole('tab', { name: 'Network' }).click()
    const forgive = page.getByRole('button', { name: `Ask again before pictures from ${host} are shown` })
    const ledger = page.getByRole('group', { name: 'Connections that Baton opened' })
    await expect(ledger.getByText('Got a picture in an answer').first()).toBeVisible()
    await forgive.click()
    await expect(forgive).toBeHidden()
    await baton.settings.close()
  })

  await test.step('begins a new thread and goes back to an earlier one, also after a reload', async () => {
    await chat.newThread.click()
    models.reply(call('fill_profile'), { text: 'What is your name?' })
    await chat.say('my profile')
    const first = ['You: my profile', '-- Concierge → PROFILE', 'PROFILE: What is your name?']
    await expect.poll(chat.lines).toEqual(first)
    await chat.newThread.click()
    await expect(chat.region).toContainText('Talk to what you drew')
    await expect(canvas.holder).toHaveCount(0)
    models.reply({ text: 'Good evening.' })
    await chat.say('good evening')
    const second = ['You: good evening', 'Concierge: Good evening.']
    await expect.poll(chat.lines).toEqual(second)

    await chat.openThread('my profile')
    await expect.poll(chat.lines).toEqual(first)
    await expect(canvas.holder).toHaveText('PROFILE')
    await page.reload()
    await expect.poll(chat.lines).toEqual(first)
    await chat.openThread('good evening')
    await expect.poll(chat.lines).toEqual(second)
    await expect(canvas.holder).toHaveText('Concierge')
  })

  await test.step('breaks lines with Shift and Enter, and brings the last message back with Up', async () => {
    await chat.newThread.click()
    const before = models.calls
    models.reply({ text: 'I see.' })
    await chat.composer.pressSequentially('One')
    await chat.composer.press('Shift+Enter')
    await chat.composer.pressSequentially('two')
    await chat.composer.press('Enter')
    await expect(chat.saidBy('Concierge')).toContainText('I see.')
    expect(models.requests.slice(before).map(({ user }) => user)).toEqual(['One\ntwo'])
    await chat.composer.press('ArrowUp')
    await expect(chat.composer).toHaveValue('One\ntwo')
    // What is pasted by mistake is held back in words, and is still there to be shortened.
    await chat.composer.press('Control+A')
    await page.keyboard.insertText('x'.repeat(1_000_001))
    await expect(chat.region.getByRole('status').filter({ hasText: 'at most 1,000,000 characters' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(chat.region.getByRole('alert')).toContainText('Shorten it')
    await page.keyboard.press('Backspace')
    await expect(chat.region.getByText('at most 1,000,000 characters')).toHaveCount(0)
    await typeOver(chat.composer, '')
  })

  await test.step('sees hand-offs as dividers, the edge that was travelled, and who has the baton', async () => {
    await baton.toLibrary()
    await baton.library.fromExample('Support desk')
    const handOff = (to: RegExp) => (request: { toolNames: readonly string[] }) =>
      call(request.toolNames.find((name) => to.test(name)) ?? 'no-such-tool')
    models.reply(handOff(/technical/i), { text: 'Which program is it?' })
    await chat.say('It crashes')
    await baton.consent.allow()
    await expect
      .poll(chat.lines)
      .toEqual([
        'You: It crashes',
        expect.stringMatching(/^-- Triage → Technical help/),
        'Technical help: Which program is it?',
      ])
    await expect(canvas.holder).toHaveText('Technical help')
    await expect(canvas.region.locator('[data-edge-id="triage-technical"] [data-travel]')).toHaveCount(1)

    models.reply(handOff(/triage/i), handOff(/technical/i), { text: 'What do you see?' })
    await chat.say('Forget that one. The other one crashes too.')
    await expect
      .poll(chat.lines)
      .toEqual([
        'You: It crashes',
        expect.stringMatching(/^-- Triage → Technical help/),
        'Technical help: Which program is it?',
        'You: Forget that one. The other one crashes too.',
        expect.stringMatching(/^-- Technical help → Triage → Technical help/),
        'Technical help: What do you see?',
      ])
    await expect(canvas.holder).toHaveText('Technical help')
  })
})

test(
  'what keeps a turn from running is said, and mended where it is said',
  wholeRun(),
  async ({ baton, models, page }) => {
    const { canvas, chat, inspector, settings } = baton
    await test.step('says why nothing can be sent when the flow broke after a conversation, and leads to it', async () => {
      await baton.newFlow()
      await chat.say('Hello')
      await expect(chat.send).toBeVisible()
      await expect(chat.log.getByRole('article')).not.toHaveCount(0)
      const why = chat.region.getByText(/^The flow cannot run yet\./)
      await expect(why).toBeHidden()
      await canvas.select('Supervisor')
      await inspector.text('Name').press('Control+A')
      await page.keyboard.press('Delete')
      await expect(why).toBeVisible()
      await inspector.close()

      await chat.composer.pressSequentially('And now?')
      await chat.composer.press('Enter')
      await expect(chat.region.getByRole('alert')).toContainText('The flow cannot run yet.')
      await expect(chat.composer).toHaveValue('And now?')
      await chat.region.getByRole('button', { name: 'Show where' }).click()
      await expect(inspector.text('Name')).toBeFocused()
      await page.keyboard.type('Lead')
      await expect(why).toBeHidden()
      await page.keyboard.press('Escape')
      await chat.composer.press('Enter')
      await expect(chat.log).toContainText('And now?')
    })

    await test.step('runs the flow on another connection chosen as its model', async () => {
      await baton.toLibrary()
      await baton.importFlow(setupD())
      await chat.say('Hello')
      await expect(chat.saidBy('Concierge')).toBeVisible()
      expect(models.calls).toBe(0)

      await baton.settings.haveConnection({ name: 'lab', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
      await baton.runsOn('lab')
      models.reply({ text: 'Hello from the lab.' })
      await chat.say('And from there?')
      await expect(chat.log).toContainText('Hello from the lab.')
      expect(models.requests.map(({ model }) => model)).toEqual(['test-model'])
      expect((await baton.exportFlow()).settings).toEqual({ model: { connection: 'lab' } })
    })

    await test.step('gets a plain card when the key is wrong, mends it in the settings, and tries again', async () => {
      await baton.toLibrary()
      await prepare(baton, models, 'sk-wrong')
      const before = models.calls
      await chat.say('Hello')
      await expect(chat.alert).toContainText('Concierge could not go on')
      await expect(chat.alert).toContainText('refused the key (401)')
      await expect(canvas.node('Concierge')).toHaveAttribute('data-run', 'failed')
      await chat.alert.getByRole('button', { name: 'Show node' }).click()
      await expect(canvas.selected.locator('[data-node-name]')).toHaveText('Concierge')

      // What keeps it from running is said once, below, though it is asked for above; mended, it is not said any more.
      const why = chat.region.getByText(/The flow cannot run yet/)
      await inspector.text('Name').press('Control+A')
      await page.keyboard.press('Delete')
      await expect(why).toHaveCount(1)
      await chat.retry.click()
      await expect(chat.retry).toBeEnabled()
      await expect(why).toHaveCount(1)
      await inspector.text('Name').pressSequentially('Concierge')
      await expect(why).toHaveCount(0)

      await chat.alert.getByRole('button', { name: 'Open settings' }).click()
      await settings.dialog.getByRole('button', { name: 'Edit default' }).click()
      await settings.dialog.getByRole('button', { name: 'Replace' }).click()
      await settings.write({ key: MODEL_KEY })
      await settings.save()
      await settings.close()
      models.reply({ text: 'There you are.' })
      await chat.retry.click()
      await expect(chat.saidBy('Concierge')).toContainText('There you are.')
      await expect(chat.alert).toHaveCount(0)
      await expect(chat.saidBy('You')).toHaveCount(1)
      expect(models.calls).toBe(before + 1)
    })

    await test.step('tries a failed turn again on the connection that is chosen now; another message begins a new turn', async () => {
      await chat.newThread.click()
      await baton.settings.haveConnection({
        name: 'attic',
        baseUrl: models.baseUrl,
        key: 'sk-wrong',
        model: 'attic-model',
      })
      await baton.settings.haveConnection({
        name: 'home',
        baseUrl: models.baseUrl,
        key: MODEL_KEY,
        model: 'test-model',
      })
      await baton.runsOn('attic')
      await chat.say('Hello')
      await expect(chat.alert).toContainText('refused the key (401)')
      await expect(chat.alert).toContainText('Retry uses the flow and its model as they are now')
      await baton.runsOn('home')
      const before = models.calls
      models.reply({ text: 'There you are.' }, { status: 400 }, { text: 'Here again.' })
      await chat.retry.click()
      await expect.poll(chat.lines).toEqual(['You: Hello', 'Concierge: There you are.'])
      expect(models.requests.slice(before).map(({ model }) => model)).toEqual(['test-model'])

      await chat.say('And now?')
      await expect(chat.alert).toContainText('Concierge could not go on')
      await chat.say('Are you there?')
      await expect(chat.saidBy('Concierge').last()).toContainText('Here again.')
      await expect(chat.retry).toHaveCount(0)
      const asked = heard(models.requests.at(-1)).flatMap(({ role, content }) => (role === 'user' ? [content] : []))
      expect(asked).toEqual(['Hello', 'And now?\n\nAre you there?'])
    })
  },
)
