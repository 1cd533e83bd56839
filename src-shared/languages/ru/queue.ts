/** Russian: what is said during a turn. */
import type { Translations } from '../translate'
import type { QUEUE_ZH } from '../zh/queue'

export const QUEUE_RU = {
  'Say something more': 'Добавьте что-нибудь',
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
  'Send: {when}': 'Отправить: {when}',
  'Waiting messages': 'Ожидающие сообщения',
  'Not sent yet: the previous turn did not finish, or Baton was closed.':
    'Ещё не отправлено: предыдущий ход не завершился, или Baton был закрыт.',
  'Edit this message': 'Изменить это сообщение',
  'Remove this message': 'Убрать это сообщение',
  'Send it now': 'Отправить сейчас',
  'The waiting message': 'Ожидающее сообщение',
  'The waiting message could not be changed': 'Не удалось изменить ожидающее сообщение',
  'Messages sent during a turn': 'Сообщения во время хода',
  'When they are handled, unless you choose otherwise next to Send.':
    'Когда они обрабатываются, если рядом с «Отправить» не выбрано иное.',
  'A new message drops the plan above': 'Новое сообщение отменит план выше',
  'A new message drops the calls above': 'Новое сообщение отменит вызовы выше',
  'A new message drops the results above': 'Новое сообщение отбросит результаты выше',
  'A new message makes it ask again': 'После нового сообщения вопрос будет задан снова',
  'A new message drops the question above': 'Новое сообщение отменит вопрос выше',
  'A new message gives up the paused turn': 'Новое сообщение прекратит ход на паузе',
} as const satisfies Translations<typeof QUEUE_ZH>
