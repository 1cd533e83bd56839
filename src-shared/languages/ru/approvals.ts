/** Russian: decisions on calls, and all that waits for one. */

export const APPROVALS_RU = {
  'Call of {tool} to decide on': 'Вызов {tool} ждёт решения',
  '{name} wants to call {tool}': '{name} хочет вызвать {tool}',
  'It was begun before Baton was ended, so it may have taken effect already. Running it may do it twice.':
    'Вызов начался до завершения Baton и, возможно, уже подействовал. Повторный запуск может выполнить его дважды.',
  'Run it again': 'Выполнить ещё раз',
  Change: 'Изменить',
  'Answer for it': 'Ответить за него',
  Refuse: 'Отклонить',
  'Show as a table': 'Показать таблицей',
  'Show as JSON': 'Показать в JSON',
  'This is no JSON object yet.': 'Это ещё не объект JSON.',
  'This is no JSON value yet.': 'Это ещё не значение JSON.',
  'Run with these': 'Выполнить с этими',
  'Why not (the model reads it)': 'Почему нет (модель прочтёт)',
  'The result, in the place of {tool}': 'Результат вместо {tool}',
  'Give this result': 'Дать этот результат',
  'Waiting for you: {count, plural, one {# question} other {# questions}}':
    'Ждут вас: {count, plural, one {# вопрос} few {# вопроса} many {# вопросов} other {# вопроса}}',
  'Nothing waits for you any more.': 'Вас больше ничего не ждёт.',
  'A flow in a file': 'Поток в файле',
  'Open “{title}” of {flow}': 'Открыть «{title}» потока {flow}',
  'Your answer was not taken': 'Ваш ответ не принят',
  'Run and remember': 'Выполнить и запомнить',
  'Run, and let {tool} run without asking in this thread': 'Выполнить и больше не спрашивать о {tool} в этой беседе',
  'Run, and always let {tool} run without asking in this flow':
    'Выполнить и больше никогда не спрашивать о {tool} в этом потоке',
  'Calls that run without asking': 'Вызовы, о которых не спрашивают',
  '{name} may call {tool}': '{name} может вызывать {tool}',
  'in this flow': 'в этом потоке',
  'only in “{title}”': 'только в «{title}»',
  'Each ends by itself when its tool is drawn otherwise.':
    'Каждое правило кончается само, когда его инструмент нарисован иначе.',
  'The rules could not be read': 'Правила не прочитаны',
  'The rule could not be taken back': 'Правило не отменено',
  'Ask before each call': 'Спрашивать перед каждым вызовом',
  'A person sees each call with its arguments and decides on it before it runs: run it, change it, refuse it, or answer in its place.':
    'Человек видит каждый вызов с аргументами и решает до его выполнения: выполнить, изменить, отклонить или ответить за него.',
  '{name} waits for your approval': '{name} ждёт вашего одобрения',
  'What was filled in cannot be taken: {problem}': 'Заполненное нельзя принять: {problem}',
  'What is filled in, as JSON': 'Заполненное как JSON',
  'Waits until {time}, then it goes on without you.': 'Ждёт до {time}, потом идёт дальше без вас.',
  Approve: 'Одобрить',
}
