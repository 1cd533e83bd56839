/** Russian: what is said during a turn. */
import type { Translations } from '../translate'
import type { QUEUE_ZH } from '../zh/queue'

export const QUEUE_RU = {
  'Say something while it works': 'Напишите, пока идёт работа',
  'After this': 'После этого',
  'Next step': 'На следующем шаге',
  Instead: 'Вместо этого',
  'Waits until this turn is over.': 'Ждёт конца этого хода.',
  'What is under way is finished first, then this is answered.':
    'Сначала закончится начатое, затем будет ответ на это.',
  'What is under way is cut off, and this is answered.': 'Начатое прервётся, и будет ответ на это.',
  'Send after this': 'Отправить после этого',
  'Send at the next step': 'Отправить на следующем шаге',
  'Send instead': 'Отправить вместо этого',
  'When it is said: {when}': 'Когда это сказать: {when}',
  'Waiting messages': 'Ожидающие сообщения',
  'Not sent yet: the turn before did not come to its end, or Baton was closed.':
    'Ещё не отправлено: предыдущий ход не дошёл до конца, или Baton был закрыт.',
  'Edit what waits': 'Изменить ожидающее сообщение',
  'Remove what waits': 'Убрать ожидающее сообщение',
  'Say it at the next step': 'Сказать на следующем шаге',
  'Send it now': 'Отправить сейчас',
  'The waiting message': 'Ожидающее сообщение',
  'The waiting message could not be changed': 'Не удалось изменить ожидающее сообщение',
  'What is said during a turn': 'Сказанное во время хода',
  'When it counts, unless you choose otherwise beside Send.':
    'Когда это учитывается, если рядом с «Отправить» не выбрано иное.',
} as const satisfies Translations<typeof QUEUE_ZH>
