/** Russian: threads that are kept. */
import type { Translations } from '../translate'
import type { KEEPING_ZH } from '../zh/keeping'

export const KEEPING_RU: Translations<typeof KEEPING_ZH> = {
  Conversations: 'Беседы',
  'What is kept of older turns': 'Что хранить от прежних ходов',
  Measuring: 'Измеряется',
  '{count, plural, one {# thread} other {# threads}}, {size}':
    '{count, plural, one {# беседа} few {# беседы} many {# бесед} other {# беседы}}, {size}',
  'nothing to free': 'освобождать нечего',
  '{size} freed': 'освобождено {size}',
  'Prune now': 'Сократить сейчас',
  'It could not be measured': 'Не удалось измерить',
  'It could not be kept': 'Не удалось сохранить',
  'It could not be pruned': 'Не удалось сократить',
  'As in Preferences': 'Как в предпочтениях',
  'Older turns keep their last step only, from as many turns on as the preferences say; all else is kept.':
    'От прежних ходов, начиная с числа из предпочтений, хранится только последний шаг; всё остальное хранится.',
  Everything: 'Всё',
  'Every step, every event and all that models were asked are kept.':
    'Хранятся каждый шаг, каждое событие и всё, о чём спрашивали модели.',
  Normal: 'Обычно',
  'All events are kept; of older turns only the last step, and not what models were asked.':
    'Хранятся все события; от прежних ходов только последний шаг, без запросов к моделям.',
  Lean: 'Кратко',
  'What was said and the newest state are kept; of older turns neither steps nor the trace.':
    'Хранятся сказанное и последнее состояние; от прежних ходов ни шагов, ни трассировки.',
  'This thread was imported and is for looking at. Begin a new thread to say something.':
    'Эта беседа импортирована, её можно только смотреть. Чтобы что-то сказать, начните новую беседу.',
  imported: 'импортирована',
  'Keep everything of this thread': 'Хранить всю эту беседу',
  'Export run': 'Экспортировать запуск',
  'The run could not be exported': 'Не удалось экспортировать запуск',
  'It could not be changed': 'Не удалось изменить',
  'Find a thread': 'Найти беседу',
  'Nothing was said that fits, and no thread is called so.':
    'Ничего похожего не говорилось, и так не называется ни одна беседа.',
}
