/** Russian: what the test of a connection and its list of models say, and what Baton does otherwise for its server. */
import type { Translations } from '../translate'
import type { CONNECTION_TEST_ZH } from '../zh/connection-test'

export const CONNECTION_TEST_RU = {
  'Baton adapts: {ways}.': 'Baton подстраивается: {ways}.',
  '{first}; {rest}': '{first}; {rest}',
  'it puts the instructions into the first user message': 'ставит инструкции в первое сообщение пользователя',
  'it puts an assistant message between a tool’s result and the user':
    'вставляет сообщение ассистента между результатом инструмента и пользователем',
  'it gives calls ids of letters and digits': 'даёт вызовам идентификаторы из букв и цифр',
  'it leaves the ids of calls as they came': 'оставляет идентификаторы вызовов как есть',
  'it gives calls ids of nine letters and digits': 'даёт вызовам идентификаторы из девяти букв и цифр',
  'it numbers calls by the names of their tools': 'нумерует вызовы по именам инструментов',
  'it tells of earlier calls in words where no tool is offered':
    'пересказывает прежние вызовы словами, когда инструменты не предлагаются',
  'it writes schemas of tools with few keywords': 'пишет схемы инструментов с немногими ключевыми словами',
  'it sets the reasoning effort to none where tools are offered':
    'отключает рассуждения, когда предлагаются инструменты',
  'it leaves out what the server put beside earlier replies': 'не отправляет то, что сервер добавил к прежним ответам',
  'it marks calls that this model did not make itself': 'помечает вызовы, которые сделала не эта модель',
  'it calls the token limit {name}': 'передаёт лимит токенов как {name}',
  'it sends earlier thoughts back': 'возвращает прежние мысли',
  'it leaves out {names}': 'не отправляет {names}',
  'the wish for token counts': 'запрос числа токенов',
  'it asks for structured outputs by their schema': 'запрашивает структурированный вывод по его схеме',
  'it asks for structured outputs as any JSON object': 'запрашивает структурированный вывод как любой объект JSON',
  'it asks for structured outputs by a tool': 'запрашивает структурированный вывод через инструмент',
  'it asks for structured outputs by the prompt alone': 'запрашивает структурированный вывод только через промпт',
  'The rehearsal model is built in: it needs no server and no key.':
    'Репетиционная модель встроена: ей не нужны ни сервер, ни ключ.',
  'The base URL is not a web address. Write it as http://host:port/v1.':
    'Базовый URL — не веб-адрес. Напишите его как http://host:port/v1.',
  'Asking for the list of models.': 'Запрашивается список моделей.',
  '{host} answers and lists {count, plural, one {# model} other {# models}}.':
    '{host} отвечает, в списке {count, plural, one {# модель} few {# модели} many {# моделей} other {# модели}}.',
  '“{model}” is not among them; it may still work.': '«{model}» среди них нет, но она всё же может работать.',
  '{host} answers, but has no models yet.': '{host} отвечает, но моделей пока нет.',
  '{host} lists {count, plural, one {# model} other {# models}}.':
    'У {host} в списке {count, plural, one {# модель} few {# модели} many {# моделей} other {# модели}}.',
  'Choose a model, then test again.': 'Выберите модель и проверьте снова.',
  'Connected. {count, plural, one {# model} other {# models}}. Choose one and test again to see what it can do.':
    'Подключено. {count, plural, one {# модель} few {# модели} many {# моделей} other {# модели}}. Выберите модель и проверьте снова, чтобы узнать, что она умеет.',
  'Nothing answers at this address, but {url} does.': 'По этому адресу никто не отвечает, но отвечает {url}.',
  'The server does not list its models. The one that you named is tried.':
    'Сервер не сообщает список моделей. Проверяется та, что указали вы.',
  'The server at {host} lists no models. Name one, then test again.':
    'Сервер {host} не сообщает список моделей. Укажите модель и проверьте снова.',
  'Asking “{model}” for a few words. A model that has to be loaded first takes its time.':
    '«{model}» просят сказать несколько слов. Если модель надо сначала загрузить, придётся подождать.',
  'Connected. “{model}” answers.': 'Подключено. «{model}» отвечает.',
  'It could not be tried: {reason}': 'Не удалось проверить: {reason}',
  'The server asks to wait: trying again in {seconds} s.': 'Сервер просит подождать: новая попытка через {seconds} с.',
  'The step before failed.': 'Предыдущий шаг не удался.',
  'Replies appear as they are written.': 'Ответы появляются по мере написания.',
  'Replies come in one piece, so they appear whole.': 'Ответы приходят целиком и появляются сразу.',
  '“{model}” answers.': '«{model}» отвечает.',
  'The model was reached. It thought for {count} tokens and said nothing yet.':
    'Модель доступна, но потратила на размышления {count, plural, one {# токен} few {# токена} many {# токенов} other {# токена}} и пока ничего не сказала.',
  'The model was reached. It said nothing.': 'Модель доступна, но ничего не сказала.',
  'The model was offered a tool and told to call it, and did not. Agents that need tools will not work on it.':
    'Модели предложили инструмент и попросили его вызвать, но она этого не сделала. Агентам, которым нужны инструменты, она не подойдёт.',
  'It calls tools, but the result was refused.': 'Модель вызывает инструменты, но результат не принят.',
  'It calls a tool and uses the result.': 'Модель вызывает инструмент и использует результат.',
  'It calls a tool, but did not say what the tool gave.': 'Модель вызывает инструмент, но не сказала, что он выдал.',
  'This server takes no system messages.': 'Этот сервер не принимает системных сообщений.',
  'It takes them at any place. Baton puts them first.': 'Принимаются в любом месте. Baton ставит их в начало.',
  'It takes them at the beginning only. Baton puts them first for every server.':
    'Принимаются только в начале. Baton для всех серверов ставит их в начало.',
  'It takes them at the beginning. Whether it does later could not be tried: {reason}':
    'Принимаются в начале. Принимаются ли позже, проверить не удалось: {reason}',
  'The model reads no images. Baton sends a line of text in their place.':
    'Модель не читает изображения. Baton отправляет вместо них строку текста.',
  'The model reads no images, as its server or your settings say. Baton sends a line of text in their place.':
    'Модель не читает изображения: так говорит её сервер или ваши настройки. Baton отправляет вместо них строку текста.',
  'It sees images.': 'Модель видит изображения.',
  'It took a picture of a red square and said “{said}”. It may not see what it is shown.':
    'Модели показали красный квадрат, а она сказала: «{said}». Возможно, она не видит того, что ей показывают.',
} as const satisfies Translations<typeof CONNECTION_TEST_ZH>
