/** Russian: looking back. */
import type { Translations } from '../translate'
import type { MOMENTS_ZH } from '../zh/moments'

export const MOMENTS_RU: Translations<typeof MOMENTS_ZH> = {
  'Step {step} of {total}, {time}': 'Шаг {step} из {total}, {time}',
  'Step {step} of {total}': 'Шаг {step} из {total}',
  'Back to now': 'Вернуться в настоящее',
  'Look back': 'Оглянуться назад',
  'Every step of the thread will stand here, to go back and look at.':
    'Здесь появится каждый шаг беседы, к которому можно вернуться.',
  Step: 'Шаг',
  'First step': 'Первый шаг',
  'Step back': 'Шаг назад',
  'Step forward': 'Шаг вперёд',
  'Last step': 'Последний шаг',
  'You are looking back. Go back to now to say something.':
    'Вы смотрите в прошлое. Вернитесь в настоящее, чтобы что-то сказать.',
  'You are looking back. Values can be changed now, not then.':
    'Вы смотрите в прошлое. Значения можно менять только в настоящем.',
  decision: 'решение',
  plan: 'план',
  question: 'вопрос',
  answer: 'ответ',
  'Said and done': 'Сказано и сделано',
  Baton: 'Эстафета',
  Spent: 'Затраты',
  '{name} stands at {place}': '{name} стоит на {place}',
  '{name} is {after}, was not set': '{name}: {after}, не было задано',
  '{name} is {after}, was {before}': '{name}: {after}, было {before}',
  nobody: 'никто',
  'a tool': 'инструмент',
  '{after} has the baton, {before} had it': '{after} держит эстафету, раньше — {before}',
  'Stack: {after}, was {before}': 'Стек: {after}, был {before}',
  empty: 'пусто',
  '{name}: session {number} goes on': '{name}: сеанс {number} продолжается',
  '{name}: session {number} interrupted': '{name}: сеанс {number} прерван',
  '{name}: session {number} finished': '{name}: сеанс {number} завершён',
  '{count, plural, one {# turn more} other {# turns more}}':
    '{count, plural, one {на # ход больше} few {на # хода больше} many {на # ходов больше} other {на # хода больше}}',
  '{count, plural, one {# model call more} other {# model calls more}}':
    '{count, plural, one {на # вызов модели больше} few {на # вызова модели больше} many {на # вызовов модели больше} other {на # вызова модели больше}}',
  '{count, plural, one {# tool call more} other {# tool calls more}}':
    '{count, plural, one {на # вызов инструмента больше} few {на # вызова инструмента больше} many {на # вызовов инструмента больше} other {на # вызова инструмента больше}}',
  '{amount} more': 'на {amount} больше',
  '{time} later': 'через {time}',
  Differences: 'Различия',
  now: 'настоящее',
  'This step is marked. Go to another one to see what differs.':
    'Этот шаг отмечен. Перейдите к другому, чтобы увидеть различия.',
  'From step {first} to {last}': 'От шага {first} до {last}',
  'and {count} more': 'и ещё {count}',
  'Compare with now': 'Сравнить с настоящим',
  'Mark this step': 'Отметить этот шаг',
  'Remove the mark': 'Снять отметку',
  'Set by step {step}': 'Задано шагом {step}',
  'Go to step {step}, which set it': 'Перейти к шагу {step}, который это записал',
  'Read by': 'Кто прочитал',
  'No model was sent this.': 'Ни одна модель этого не получила.',
  'Step {step}, {name}': 'Шаг {step}, {name}',
  'Go on from here': 'Продолжить отсюда',
  'In a new thread, from the last step before which all is kept. This one stays as it is.':
    'В новой беседе, с последнего шага, до которого всё сохранено. Эта останется как есть.',
  'After this step the thread called tools. Where the new thread makes the same calls, what only reads is called again; of all else the recorded result is taken, unless you say otherwise.':
    'После этого шага беседа вызывала инструменты. Если новая беседа сделает те же вызовы, то, что только читает, вызывается снова; для всего остального берётся записанный результат, если вы не выберете другое.',
  Forks: 'Ответвления',
  'Threads that left each other': 'Беседы, ответвившиеся друг от друга',
  'left {name}': 'ответвление от «{name}»',
  'before turn {turn}': 'перед ходом {turn}',
  'A thread that was deleted': 'Удалённая беседа',
  'Rename {name}': 'Переименовать: {name}',
  '{count, plural, one {# thread left here} other {# threads left here}}':
    '{count, plural, one {# беседа ответвилась здесь} few {# беседы ответвились здесь} many {# бесед ответвилось здесь} other {# беседы ответвилось здесь}}',
  'Compare threads': 'Сравнить беседы',
  Comparison: 'Сравнение',
  'The thread could not be read': 'Не удалось прочитать беседу',
  'Variables that differ now': 'Переменные, которые сейчас различаются',
  'Both say the same so far.': 'Пока обе беседы одинаковы.',
  'They part in turn {turn}.': 'Они расходятся на ходу {turn}.',
  'They part before turn {turn}.': 'Они расходятся перед ходом {turn}.',
  'Compare the open thread with {name}': 'Сравнить открытую беседу с «{name}»',
}
