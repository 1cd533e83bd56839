/** Russian: connections that Baton opens to elsewhere, and links that bring flows. */
import type { Translations } from '../translate'
import type { OUTBOUND_ZH } from '../zh/outbound'

export const OUTBOUND_RU: Translations<typeof OUTBOUND_ZH> = {
  'Asked a model': 'Запрос к модели',
  'Read a list of models': 'Чтение списка моделей',
  'Tested a connection': 'Проверка подключения',
  'Looked for model servers on this computer': 'Поиск серверов моделей на этом компьютере',
  'Turned texts into vectors': 'Перевод текстов в векторы',
  'Searched the web': 'Поиск в интернете',
  'Called an HTTP tool': 'Вызов инструмента HTTP',
  'Called an API': 'Вызов API',
  'Read the description of an API': 'Чтение описания API',
  'Got the flow of a link': 'Получение потока по ссылке',
  'Code of a tool asked': 'Запрос из кода инструмента',
  'Talked to an MCP server': 'Обмен с сервером MCP',
  Unknown: 'Неизвестно',
  'Open when last seen': 'Было открыто при последней проверке',
  Closed: 'Закрыто',
  'Could not be reached': 'Нет связи',
  'Refused: offline': 'Отказано: автономный режим',
  'Refused: not allowed': 'Отказано: не разрешено',
  'Allowed to the flow': 'Разрешено потоку',
  'Allowed to the flow “{flow}”': 'Разрешено потоку «{flow}»',
  'An option of the command line': 'Параметр командной строки',
  'A variable of the environment': 'Переменная окружения',
  'You pressed a button': 'Вы нажали кнопку',
  'Your connection “{name}”': 'Ваше подключение «{name}»',
  'Every connection that Baton opened, by host and port. No paths, keys or contents are kept. Programs that Baton starts, such as local MCP servers, connect by themselves and are not seen here.':
    'Все соединения, которые открыл Baton: узел и порт. Пути, ключи и содержимое не хранятся. Программы, которые запускает Baton (например, локальные серверы MCP), соединяются сами, и здесь их не видно.',
  'Offline: only this computer is reached.': 'Автономный режим: доступен только этот компьютер.',
  'No connections yet': 'Соединений пока нет',
  'Baton has not connected to anything since this list was cleared.':
    'С тех пор как список был очищен, Baton ни с чем не соединялся.',
  'All hosts': 'Все узлы',
  Hosts: 'Узлы',
  '{count, plural, one {# connection} other {# connections}}':
    '{count, plural, one {# соединение} few {# соединения} many {# соединений} other {# соединения}}',
  '{count} refused': 'отказано: {count}',
  'Sent {sent}, received {received}': 'Отправлено {sent}, получено {received}',
  'Connections that Baton opened': 'Соединения, которые открыл Baton',
  Host: 'Узел',
  'For what': 'Для чего',
  Sent: 'Отправлено',
  Received: 'Получено',
  Clear: 'Очистить',
  'The list could not be cleared': 'Не удалось очистить список',
  'Show older': 'Показать более ранние',
  '{requests, plural, one {# request} other {# requests}}':
    '{requests, plural, one {# запрос} few {# запроса} many {# запросов} other {# запроса}}',
  'A link wants to add a flow': 'Ссылка предлагает добавить поток',
  'The flow lies on another computer. Nothing was asked of it yet; if you go on, it learns your address.':
    'Поток лежит на другом компьютере. Запросов к нему ещё не было; если продолжить, он узнает ваш адрес.',
  'Get it from {host} and look at it': 'Получить с {host} и посмотреть',
  'Add to my flows': 'Добавить к моим потокам',
  'It is not stored yet, and nothing of it runs. What it would use is asked for again before it uses any of it.':
    'Он ещё не сохранён, и ничего из него не выполняется. Перед любым использованием разрешение будет запрошено снова.',
  'What it would use': 'Что он будет использовать',
  'It uses nothing outside of Baton but your model.': 'Кроме вашей модели, он ничего вне Baton не использует.',
}
