/** The test of a connection in another language than English. */
import { afterEach, expect, test } from 'vitest'
import { RU } from '../../../src-shared/languages/ru/index'
import { createTranslate } from '../../../src-shared/languages/translate'
import { ableModel } from '../../testing/able-model'
import { startModelServer } from '../../testing/model-server'
import { tryConnection } from './trial'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('what works and what Baton does for a server, in Russian', async () => {
  const strict = await startModelServer({ script: ableModel, strict: 'mistral' })
  closing.push(strict.close)
  const { host } = new URL(strict.baseUrl)
  const t = createTranslate('ru', RU)
  const { said, rows } = await tryConnection(
    { name: 'work', provider: 'openai', baseUrl: strict.baseUrl, apiKey: null, model: 'test-model' },
    { signal: new AbortController().signal },
  )
  const inRussian = [said, ...rows.map(({ words }) => words)].map((words) => (words === null ? '' : t.message(words)))
  expect(inRussian).toEqual([
    `Подключено. «test-model» отвечает.`,
    `${host} отвечает, в списке 1 модель.`,
    '«test-model» отвечает. Baton подстраивается: не отправляет запрос числа токенов.',
    'Ответы появляются по мере написания.',
    'Модель вызывает инструмент и использует результат. Baton подстраивается: вставляет сообщение ассистента между результатом инструмента и пользователем; даёт вызовам идентификаторы из девяти букв и цифр.',
    'Принимаются только в начале. Baton для всех серверов ставит их в начало.',
    'Модель видит изображения.',
  ])
})
