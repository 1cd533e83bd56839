/** The list of connections in the settings: whom Baton connected to, for what, what allowed it, and how much went each way. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { seriousFindings } from './pages/axe'

test('every connection stands in the settings, is filtered by host, and is forgotten when a person says so', async ({
  baton,
  models,
  page,
}) => {
  const { settings, chat } = baton
  const { host } = new URL(models.baseUrl)
  await baton.importFlow(saveFlow(flow('Desk').start('a').agent('a', { name: 'Triage' }).build()))
  await settings.open()
  await settings.tab('Network')
  await expect(settings.dialog.getByText('No connections yet')).toBeVisible()
  await settings.close()
  await settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  models.reply({ text: 'What is it about?' })
  await chat.say('Hi')
  await expect(chat.log).toContainText('What is it about?')

  await settings.open()
  await settings.tab('Network')
  const list = settings.dialog.getByRole('group', { name: 'Connections that Baton opened' })
  const row = list.getByRole('row').filter({ hasText: host })
  await expect(row).toContainText('Asked a model')
  await expect(row).toContainText('Your connection “default” · “Desk”')
  await expect(row).not.toContainText('/v1')
  expect(await seriousFindings(page)).toEqual([])
  const one = settings.dialog.getByRole('group', { name: 'Hosts' }).getByRole('button', { name: host })
  await expect(one).toContainText('1 connection')
  await one.focus()
  await expect(one).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(one).toHaveAttribute('aria-pressed', 'true')
  await expect(row).toHaveCount(1)
  await settings.dialog.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(settings.dialog.getByText('No connections yet')).toBeVisible()
  await expect(settings.dialog.getByRole('tab', { name: 'Network' })).toBeFocused()
})
