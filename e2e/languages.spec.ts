/** What is heard and read of the interface: a drawing as a text that somebody can follow, and other languages, shown at once and still there after a reload. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from './fixtures/app'
import { overflowingButtons } from './pages/legibility'
import { spokenOf } from './pages/spoken'

const HEARD = path.join(import.meta.dirname, 'fixtures/support-desk-spoken.txt')

test('the support desk is heard as a text, and speaks Chinese and Russian as soon as they are chosen, also after a reload', async ({
  app,
  baton,
  page,
}) => {
  await baton.library.fromExample('Support desk')
  await test.step('the drawing is heard as a text that somebody can follow', async () => {
    await expect(baton.canvas.node('Triage')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Support desk' })).toBeVisible()
    // Both hosts show the same page. A stored text is written anew by hand, after it was read: it is what people hear.
    if (app.host !== 'web') return
    await expect.poll(() => spokenOf(page, 'region', 'Canvas')).toBe(readFileSync(HEARD, 'utf8'))
  })

  await page.getByPlaceholder('Say something').click()
  await page.keyboard.type('half a sentence')
  await page.getByRole('group', { name: 'Agent Triage' }).click()
  const inspector = (name: string) => page.getByRole('region', { name })
  await expect(inspector('Inspector').getByText('Agent', { exact: true })).toBeVisible()

  const choose = async (settings: string, tab: string, field: string, language: string) => {
    await page.getByRole('navigation').getByRole('button', { name: settings, exact: true }).click()
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await page.getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: language, exact: true }).click()
  }
  await choose('Settings', 'Preferences', 'Language', '中文')
  // At once, also in the dialog that it was chosen in, which stays open.
  await expect(page.getByRole('dialog', { name: '设置' }).getByRole('tab', { name: '偏好设置' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '整理', exact: true })).toBeVisible()
  await expect(inspector('检查器').getByText('智能体', { exact: true })).toBeVisible()
  await expect(page.getByPlaceholder('说点什么')).toHaveValue('half a sentence')

  await choose('设置', '偏好设置', '语言', 'Русский')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Упорядочить', exact: true })).toBeVisible()
  await expect(inspector('Инспектор').getByText('Агент', { exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Переменные' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Упорядочить', exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await page.getByRole('button', { name: /^Модель: / }).click()
  await expect(page.getByRole('option', { name: 'Репетиция без ключа' })).toBeVisible()
  await page.keyboard.press('Escape')

  await test.step('long words of buttons are whole in a narrow window, and what a person named is not translated', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.getByPlaceholder('Напишите что-нибудь').click()
    await page.keyboard.type('Hello')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Разрешить и отправить' }).click()
    await expect(page.getByRole('log').getByRole('article', { name: 'Triage', exact: true })).toBeVisible()
    await page.keyboard.press('Control+Shift+H')
    await page.getByRole('slider', { name: 'Шаг' }).press('Home')
    await expect(page.getByRole('button', { name: 'Продолжить с изменениями…' })).toBeVisible()
    expect(await page.evaluate(overflowingButtons)).toEqual([])
    // Which step it is stands whole beside the inspector, too.
    await page.locator('[data-node-name]').getByText('Triage', { exact: true }).click()
    await expect(inspector('Инспектор')).toBeVisible()
    const steps = page.getByText(/^Шаг 1 из \d+, \d\d:\d\d:\d\d$/)
    await expect(steps).toHaveCount(2)
    const cut = (one: HTMLElement | SVGElement) => [one.scrollWidth - one.clientWidth, one.clientWidth > 0]
    for (const words of await steps.all()) expect(await words.evaluate(cut)).toEqual([0, true])
    await page.keyboard.press('Control+Shift+H')

    // The inspector is as narrow as it gets, and offers two things in one line.
    await expect(inspector('Инспектор').getByRole('button', { name: 'Добавить вариант', exact: true })).toBeVisible()
    expect(await page.evaluate(overflowingButtons)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Меню потока', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Сохранить версию', exact: true }).click()
    await page.keyboard.type('First')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Меню потока', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Версии', exact: true }).click()
    await expect(page.getByRole('radio', { name: /^First/ })).toBeChecked()
    await expect(page.getByRole('button', { name: /^Копировать .*узлов/ })).toBeVisible()
    expect(await page.evaluate(overflowingButtons)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('says why a field is refused and why the core failed, each time in the language of now', async () => {
    await page.getByRole('button', { name: 'Меню потока', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Настройки потока', exact: true }).click()
    await inspector('Инспектор').getByRole('textbox', { name: 'Заготовки', exact: true }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\nА ещё\nИ ещё')
    await expect(inspector('Инспектор')).toContainText('заготовок может быть не больше 4')
    await choose('Настройки', 'Параметры', 'Язык', '中文')
    await page.keyboard.press('Escape')
    await expect(inspector('检查器')).toContainText('开场白最多 4 条')

    await page.evaluate(() => (location.hash = '#/flow/nobody'))
    await expect(page.getByText('没有流程“nobody”。它可能已被彻底删除。')).toBeVisible()
    await page.goBack()
    await choose('设置', '偏好设置', '语言', 'Русский')
    await page.keyboard.press('Escape')
    await page.goForward()
    await expect(page.getByText('Потока «nobody» нет. Возможно, его удалили навсегда.')).toBeVisible()
  })
})
