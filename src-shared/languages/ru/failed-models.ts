/** Russian: what errors say of model servers and connections. */
import type { Translations } from '../translate'
import type { FAILED_MODELS_ZH } from '../zh/failed-models'

export const FAILED_MODELS_RU = {
  'No model is named: neither the flow nor the connection "{connection}" says which to use. Name one in the flow\'s settings, or give the connection a default model in Settings, Connections.':
    'Модель не названа: ни поток, ни подключение «{connection}» не говорят, какую использовать. Назовите её в настройках потока или задайте подключению модель по умолчанию в «Настройки», «Подключения».',
  'the connection "{name}" is not set up here': 'подключение «{name}» здесь не настроено',
  'the embedding server answered {status}': 'сервер эмбеддингов ответил {status}',
  'the embedding server did not answer with one embedding for each text':
    'сервер эмбеддингов не дал по одному эмбеддингу на каждый текст',
  'The flow uses the connection "{name}", which is not set up here. Set up a connection of that name in Settings, Connections, or choose another one for the flow.':
    'Поток использует подключение «{name}», которое здесь не настроено. Настройте подключение с таким именем в «Настройки», «Подключения» или выберите для потока другое.',
  'The connection "{name}", which is to answer in its place, is not set up here, or is no model server. Set it up in Settings, Connections, or take it out of "If it cannot answer, try".':
    'Подключение «{name}», которое должно ответить вместо другого, здесь не настроено или не является сервером модели. Настройте его в «Настройки», «Подключения» или уберите из «Если не отвечает, пробовать».',
  'There was nobody to ask.': 'Спросить было некого.',
  'Then "{label}" was asked: {reason}': 'Потом спросили «{label}»: {reason}',
  'The secret "{name}" is not stored here.': 'Секрет «{name}» здесь не сохранён.',
  'The value for the header {header} cannot be sent: a secret in it has line breaks or other characters that no header takes. Store it again in Settings, Secrets.':
    'Значение заголовка {header} не отправить: в его секрете есть переводы строк или другие знаки, которых заголовок не принимает. Сохраните секрет заново в «Настройки», «Секреты».',
  'answered with something that is not a list of models': 'ответил не списком моделей',
  'answered with a web page': 'ответил веб-страницей',
  'The test was stopped.': 'Проверка остановлена.',
  'said nothing for {seconds} s': 'молчал {seconds} с',
  'The model server of "{label}" ({host}) {what}. {next}': 'Сервер модели «{label}» ({host}) {what}. {next}',
  'Check that it is running and that the base URL is right (Settings, Connections), then try again.':
    'Проверьте, что он работает и что базовый URL верен («Настройки», «Подключения»), и попробуйте снова.',
  'refused the key (401){said}': 'не принял ключ (401){said}',
  'refused the key (400){said}': 'не принял ключ (400){said}',
  'cannot answer right now{said}': 'сейчас не может ответить{said}',
  'could not read what the model wrote ({code}){said}': 'не смог прочитать то, что написала модель ({code}){said}',
  'Try again, or choose a model that is better at calling tools.':
    'Повторите или выберите модель, которая лучше вызывает инструменты.',
  'broke off ({finish}) in the middle of the answer': 'прервался ({finish}) посреди ответа',
  'broke off ({finish}) before the answer began': 'прервался ({finish}) до начала ответа',
  'refused access (403){said}': 'отказал в доступе (403){said}',
  'Check the key of this connection in Settings, Connections.':
    'Проверьте ключ этого подключения в «Настройки», «Подключения».',
  'Top up the account of this connection, or choose another connection.':
    'Пополните счёт этого подключения или выберите другое подключение.',
  'says that the quota is used up ({status}){said}': 'сообщает, что лимит исчерпан ({status}){said}',
  'another address': 'другой адрес',
  'Put that address into the base URL of this connection.': 'Впишите этот адрес в базовый URL этого подключения.',
  'sends its callers on to {target} ({status})': 'перенаправляет на {target} ({status})',
  'Change what the message names: the model, its settings, or the prompt and tools of this node.':
    'Измените то, что названо в сообщении: модель, её настройки, промпт или инструменты этого узла.',
  'rejected the request ({status}){said}': 'отклонил запрос ({status}){said}',
  'Even a shorter conversation did not fit. Shorten the prompt, offer fewer tools, or choose a model with a larger context.':
    'Не поместилась и укороченная беседа. Сократите промпт, предлагайте меньше инструментов или выберите модель с большим контекстом.',
  'Even a shorter conversation did not fit. The model holds {limit} tokens. Shorten the prompt, offer fewer tools, or choose a model with a larger context.':
    'Не поместилась и укороченная беседа. Контекст модели — {limit} токенов. Сократите промпт, предлагайте меньше инструментов или выберите модель с большим контекстом.',
  'does not know the model "{model}" ({status}){said}': 'не знает модели «{model}» ({status}){said}',
  'found nothing at this address for the model "{model}" ({status}){said}':
    'ничего не нашёл по этому адресу для модели «{model}» ({status}){said}',
  'Check the model name, and that the base URL ends where the API starts (often in /v1).':
    'Проверьте имя модели и то, что базовый URL кончается там, где начинается API (часто на /v1).',
  'asks for fewer requests (429){said}': 'просит слать меньше запросов (429){said}',
  'cannot answer right now ({status}){said}': 'сейчас не может ответить ({status}){said}',
  'Try again in a moment, or choose another connection.':
    'Попробуйте снова чуть позже или выберите другое подключение.',
  'did not answer in time': 'не ответил вовремя',
  'cannot be talked to ({reason})': 'недоступен ({reason})',
  'Nothing of it was kept. Try again.': 'Ничего из этого не сохранено. Попробуйте снова.',
  'Check that the base URL is that of an OpenAI-compatible API (often it ends in /v1).':
    'Проверьте, что базовый URL ведёт к API, совместимому с OpenAI (часто он кончается на /v1).',
  'Try again, or give this connection a longer timeout in Settings, Connections.':
    'Попробуйте снова или задайте этому подключению больший предел времени в «Настройки», «Подключения».',
  'broke off with an error{said}': 'оборвал ответ с ошибкой{said}',
  'Change what the message names, or try again.': 'Измените то, что названо в сообщении, или попробуйте снова.',
  'said nothing for {time}': 'молчал {time}',
  'stopped in the middle of its answer and said nothing for {time}': 'остановился посреди ответа и молчал {time}',
  'The base URL of "{label}" is not a web address. Write it as http://host:port/v1 in Settings, Connections.':
    'Базовый URL подключения «{label}» — не веб-адрес. Напишите его как http://host:port/v1 в «Настройки», «Подключения».',
  'ended its answer without an answer in it': 'закончил ответ, в котором нет ответа',
  'sent a piece of its answer that is not JSON': 'отправил кусок ответа, который не является JSON',
  'sent a piece of its answer that cannot be read ({reason})': 'отправил кусок ответа, который не читается ({reason})',
  '{what}, and to wait {seconds} s': '{what} и подождать {seconds} с',
  '{what}, {attempts} times in a row': '{what}; попыток подряд: {attempts}',
  'The model call was stopped.': 'Вызов модели остановлен.',
  'was still being tried after {ms} ms for all patterns': 'не проверен и за {ms} мс на все шаблоны',
  'took longer than {ms} ms': 'проверялся дольше {ms} мс',
  'is longer than {most} characters': 'длиннее {most} символов',
  'cannot be tried ({reason})': 'не проверить ({reason})',
  'is not a regular expression ({reason})': '— не регулярное выражение ({reason})',
  'The patterns of the rehearsal script could not be tried. Make them simpler.':
    'Шаблоны сценария репетиции не удалось проверить. Упростите их.',
  'Rehearsal rule {number}: the pattern in "{field}" {fault}: {pattern}. Correct it in the flow\'s rehearsal script.':
    'Правило репетиции {number}: шаблон в «{field}» {fault}: {pattern}. Исправьте его в сценарии репетиции потока.',
  'The tool uses the connection "{name}", which is not set up here. Add it in Settings, Connections.':
    'Инструмент использует подключение «{name}», которое здесь не настроено. Добавьте его в «Настройки», «Подключения».',
  'The key of the connection "{name}" belongs to {own} and is not sent to {other}. Use a connection with that address.':
    'Ключ подключения «{name}» принадлежит {own} и не отправляется на {other}. Используйте подключение с этим адресом.',
  'There is no connection “{name}”.': 'Подключения «{name}» нет.',
  'The stored key of “{name}” belongs to {own}, so it is not sent to {other}. Enter the key for {other}, or remove the stored one if none is needed.':
    'Сохранённый ключ «{name}» принадлежит {own}, поэтому на {other} он не отправляется. Введите ключ для {other} или удалите сохранённый, если ключ не нужен.',
  'The header {header} of “{name}” has a secret that belongs to {own}, so it is not sent to {other}. Take the header out and save; then add it again, with the secret for {other}.':
    'В заголовке {header} подключения «{name}» есть секрет, принадлежащий {own}, поэтому на {other} он не отправляется. Уберите заголовок и сохраните; потом добавьте его снова с секретом для {other}.',
  'no server': '(нет сервера)',
  'The address must begin with http:// or https://, not “{baseUrl}”.':
    'Адрес должен начинаться с http:// или https://, а не с «{baseUrl}».',
  'The address holds a name or password. Put the key into the key field instead.':
    'В адресе есть имя или пароль. Впишите ключ в поле для ключа.',
  'The name “rehearsal” is that of the built-in model. Choose another name.':
    'Имя «rehearsal» принадлежит встроенной модели. Выберите другое имя.',
  'The secret “{name}” has no value. Give one, or remove it.':
    'У секрета «{name}» нет значения. Задайте его или удалите секрет.',
  'There is no secret “{name}”.': 'Секрета «{name}» нет.',
  'The secret "{name}" is not stored here. Add it in Settings, Secrets.':
    'Секрет «{name}» здесь не сохранён. Добавьте его в «Настройки», «Секреты».',
  'refused the connection': 'отклонил подключение',
  'has a host name that was not found': 'не найден: такого имени хоста нет',
  'has a host name that could not be looked up': 'не найден: имя хоста не удалось проверить',
  'cannot be reached from here': 'отсюда недоступен',
  'did not accept the connection in time': 'не принял подключение вовремя',
  'cut the connection in the middle of the answer': 'оборвал связь посреди ответа',
  'cut the connection before the answer began': 'оборвал связь до начала ответа',
  'ended the connection in the middle of the answer': 'закончил связь посреди ответа',
  'ended the connection before the answer began': 'закончил связь до начала ответа',
  'answered with an empty body': 'ответил пустым телом',
  'answered with JSON that is not a chat completion': 'ответил JSON, который не является ответом чата',
  'answered with something that is not JSON': 'ответил не в JSON',
  "The extra field “{name}” is Baton's own. Take it out.":
    'Дополнительное поле «{name}» занято самим Baton. Уберите его.',
} as const satisfies Translations<typeof FAILED_MODELS_ZH>
