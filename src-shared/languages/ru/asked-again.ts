/** Russian: why and how a model is asked again within one call. */
import type { Translations } from '../translate'
import type { ASKED_AGAIN_ZH } from '../zh/asked-again'

export const ASKED_AGAIN_RU = {
  'Asked again in another form: {how}.': 'Запрос повторён в другой форме: {how}.',
  'The conversation is too long for the model: asked again once, {how}.':
    'Беседа слишком длинная для модели, запрос повторён один раз: {how}.',
  '{count, plural, one {# older message is left out} other {# older messages are left out}}':
    '{count, plural, one {# старое сообщение опущено} few {# старых сообщения опущены} many {# старых сообщений опущено} other {# старого сообщения опущено}}',
  '{count, plural, one {# long text is cut} other {# long texts are cut}}':
    '{count, plural, one {# длинный текст обрезан} few {# длинных текста обрезаны} many {# длинных текстов обрезано} other {# длинного текста обрезано}}',
  '{messages} and {texts}': '{messages} и {texts}',
  'reasoning_effort is none beside tools': 'reasoning_effort равен none, когда есть инструменты',
  'schemas of tools are written with few keywords': 'схемы инструментов записаны с немногими ключевыми словами',
  'fewer images are sent, as many as this server takes':
    'изображений отправлено меньше: столько, сколько принимает этот сервер',
  'no images are sent, since this model reads none': 'изображения не отправлены: эта модель их не читает',
  'without images, since the server could not read one of them':
    'без изображений: одно из них сервер не смог прочитать',
  'an assistant message stands between results of tools and the user':
    'между результатами инструментов и пользователем стоит сообщение ассистента',
  'ids of calls have nine letters and digits': 'идентификаторы вызовов — из девяти букв и цифр',
  'ids of calls have letters and digits': 'идентификаторы вызовов — из букв и цифр',
  'instructions stand in the first user message': 'инструкции стоят в первом сообщении пользователя',
  'thoughts of earlier replies are sent back': 'мысли прежних ответов возвращены серверу',
  'thoughts of earlier replies are left out': 'мысли прежних ответов опущены',
  'calls without a signature get the one that stands for none': 'вызовы без подписи получили её заменитель',
  'signatures of earlier calls are left out': 'подписи прежних вызовов опущены',
  'max_tokens is called max_completion_tokens': 'max_tokens назван max_completion_tokens',
  'max_completion_tokens is called max_tokens': 'max_completion_tokens назван max_tokens',
  'an answer by a schema is asked for in another way': 'ответ по схеме запрошен другим способом',
  'calls of earlier replies are told in words, since this model takes no tools':
    'вызовы прежних ответов пересказаны словами: эта модель не принимает инструменты',
  'what the server put beside earlier replies is left out': 'то, что сервер добавил к прежним ответам, опущено',
  '{count} tools at most':
    '{count, plural, one {не более # инструмента} few {не более # инструментов} many {не более # инструментов} other {не более # инструмента}}',
  '{count} characters at most describe a tool':
    '{count, plural, one {описание инструмента не длиннее # символа} few {описание инструмента не длиннее # символов} many {описание инструмента не длиннее # символов} other {описание инструмента не длиннее # символа}}',
  '{name} is left out': 'параметр {name} опущен',
} as const satisfies Translations<typeof ASKED_AGAIN_ZH>
