/** Russian: what errors say of tools, servers and what comes from outside. */
import type { Translations } from '../translate'
import type { FAILED_OUTSIDE_ZH } from '../zh/failed-outside'

export const FAILED_OUTSIDE_RU = {
  'it is not baton://open?flow=… or baton://open?from=… with one value and nothing else':
    'это не baton://open?flow=… и не baton://open?from=… с одним значением и без лишнего',
  'This flow is too large for a link. Export it as a file instead.':
    'Этот поток слишком велик для ссылки. Экспортируйте его в файл.',
  'its flow is not base64url': 'поток в ней — не base64url',
  'its flow is not a text in base64url': 'поток в ней — не текст в base64url',
  'its address is too long': 'адрес в ней слишком длинный',
  'its address is encoded twice, or has signs that cannot be seen':
    'адрес в ней закодирован дважды или содержит невидимые знаки',
  'its address does not begin with https://': 'адрес в ней не начинается с https://',
  'its address has a user name or a password in it': 'в адресе есть имя пользователя или пароль',
  'its address is not percent-encoded': 'адрес в ней закодирован неверно (нужны коды с %)',
  'This link is not opened: {reason}. Nothing was read, fetched or stored.':
    'Ссылка не открыта: {reason}. Ничего не прочитано, не загружено и не сохранено.',
  'The method {method} is not known here; {other} stands in its place.':
    'Метод {method} здесь неизвестен; вместо него стоит {other}.',
  'No flow can hold this request: {reason}.': 'Ни один поток не может содержать такой запрос: {reason}.',
  'A header that the browser adds is left out.': 'Заголовок, который добавляет браузер, пропущен.',
  '{left} headers that the browser adds are left out.': 'Пропущены заголовки, которые добавляет браузер: {left}.',
  'This command is too long.': 'Команда слишком длинная.',
  'Only the first command is taken.': 'Взята только первая команда.',
  'There is no address in this command. Copy all of it.': 'В команде нет адреса. Скопируйте её целиком.',
  'Only the first address is taken, not {others}.': 'Взят только первый адрес, без {others}.',
  'A form (-F) cannot be sent; it is left out.': 'Форма (-F) не отправляется, она пропущена.',
  '{name} is not known here and is left out.': '{name}: здесь неизвестно и пропущено.',
  '{name} is left out: {reason}.': '{name} пропущено: {reason}.',
  'The file {file} is not read; fill in the body.': 'Файл {file} не читается; заполните тело запроса.',
  '{word} is not an http or https address.': '{word} — не адрес http или https.',
  'There is no server in this text.': 'В этом тексте нет сервера.',
  'There are more than {most} servers in this text.': 'В этом тексте больше {most} серверов.',
  'There is nothing to read. Paste the JSON with “mcpServers”.': 'Читать нечего. Вставьте JSON с "mcpServers".',
  'This text is too long for a list of MCP servers.': 'Текст слишком длинный для списка серверов MCP.',
  ' (line {line}, column {column})': ' (строка {line}, столбец {column})',
  'This is not JSON{where}. Paste the whole block with “mcpServers”, braces included.':
    'Это не JSON{where}. Вставьте весь блок с "mcpServers", вместе со скобками.',
  'This is JSON, but not an object with “mcpServers”.': 'Это JSON, но не объект с "mcpServers".',
  'This cannot be read: {problem}{place}.': 'Это не читается: {problem}{place}.',
  'There is no MCP server in this JSON. Each has a “command”, or a “url”, under “mcpServers”.':
    'В этом JSON нет сервера MCP. У каждого есть "command" или "url" внутри "mcpServers".',
  it: 'запись',
  'The server “{name}” cannot be read: {field} {problem}.': 'Сервер «{name}» не читается: {field}: {problem}.',
  'The server “{name}” has both a command and an address. Keep one of them.':
    'У сервера «{name}» есть и команда, и адрес. Оставьте что-то одно.',
  'The server “{name}” has neither a command nor a url.': 'У сервера «{name}» нет ни команды, ни адреса.',
  'The address of the server “{name}” is not an http or https address.':
    'Адрес сервера «{name}» — не адрес http или https.',
  'The server “{name}” has an address, so its type is “http” or “sse”, not “{type}”.':
    'У сервера «{name}» есть адрес, поэтому его тип — "http" или "sse", а не «{type}».',
  'is of the wrong type': 'не того типа',
  'This command would run another program, by $(…) or backquotes. Put in what that gives, and paste it again.':
    'Эта команда запустила бы другую программу — через $(…) или обратные кавычки. Подставьте то, что она выдаёт, и вставьте снова.',
  'The command ends within quotes: a {quote} is missing. Copy all of it.':
    'Команда кончается внутри кавычек: не хватает {quote}. Скопируйте её целиком.',
  'The search connection "{name}" is not set up here. Add it in Settings, Connections.':
    'Подключение для поиска «{name}» здесь не настроено. Добавьте его в «Настройки», «Подключения».',
  '{host} answered in a shape that is not known as search results: {text}':
    '{host} ответил в форме, не похожей на результаты поиска: {text}',
  'it did not answer within {seconds, number} s': 'нет ответа за {seconds, number} с',
  'This worker searches the web, but no search connection is set up for it. Set one up under Connections and choose it on the worker.':
    'Этот исполнитель ищет в вебе, но подключение для поиска для него не настроено. Настройте его в «Подключениях» и выберите у исполнителя.',
  'The address of the search connection, "{given}", is not an http or https address. Correct it under Connections.':
    'Адрес подключения для поиска, «{given}», — не адрес http или https. Исправьте его в «Подключениях».',
  'The answer of {host} is larger than {megabytes, number} MB.': 'Ответ {host} больше {megabytes, number} МБ.',
  '{host} answered with a web page that is not JSON. Use the address of its JSON interface; a SearXNG address needs format=json in it.':
    '{host} ответил веб-страницей, а не JSON. Укажите адрес его интерфейса JSON; в адресе SearXNG должно быть format=json.',
  '{host} answered with something that is not JSON. Use the address of its JSON interface; a SearXNG address needs format=json in it.':
    '{host} ответил не в JSON. Укажите адрес его интерфейса JSON; в адресе SearXNG должно быть format=json.',
  '{host} refused the key of the search connection (HTTP {status}). Correct it under Connections.':
    '{host} не принял ключ подключения для поиска (HTTP {status}). Исправьте его в «Подключениях».',
  '{host} takes no more searches for now (HTTP 429). Try again later.':
    '{host} пока не принимает запросы поиска (HTTP 429). Попробуйте позже.',
  '{host} points to another address (HTTP {status}), which is not followed. Set the final address under Connections.':
    '{host} указывает на другой адрес (HTTP {status}), туда переход не делается. Укажите конечный адрес в «Подключениях».',
  '{host} could not search (HTTP {status}): {text}': '{host} не смог выполнить поиск (HTTP {status}): {text}',
  'This worker searches the web, but its search connection at {host} could not be reached: {reason}. Check the address under Connections and the network.':
    'Этот исполнитель ищет в вебе, но его подключение для поиска на {host} недоступно: {reason}. Проверьте адрес в «Подключениях» и сеть.',
  '{place}: a parameter was left out, since it refers to something outside of the document or has no name.':
    '{place}: параметр пропущен, так как он ссылается наружу или не имеет имени.',
  '{place}: the cookie {name} was left out, since no cookies are sent.':
    '{place}: cookie {name} пропущен, так как cookie не отправляются.',
  'It holds a list or a single value in place of an OpenAPI document.':
    'В нём список или одно значение вместо документа OpenAPI.',
  'This is not an OpenAPI document that can be used. {reason}': 'Этот документ OpenAPI использовать нельзя. {reason}',
  'It has {length} characters; at most {max} are read.': 'Символов в нём {length}, а читается не больше {max}.',
  'It is empty.': 'Он пуст.',
  'It is a web page or XML. Look on that page for the address of the document itself, such as openapi.json.':
    'Это веб-страница или XML. Поищите на этой странице адрес самого документа, например openapi.json.',
  'It begins as JSON and breaks at line {line}, column {column}. Look for a missing comma, quote or bracket there, or for a file that was cut off.':
    'Он начинается как JSON и обрывается в строке {line}, столбце {column}. Поищите там пропущенную запятую, кавычку или скобку; возможно, файл обрезан.',
  'It has {length} characters; at most {max} are read of YAML; convert it to JSON, which may be larger.':
    'Символов в нём {length}, а YAML читается не больше {max}. Переведите его в JSON, он может быть больше.',
  'Its YAML has more anchors, aliases and merges (<<) than can be followed. Convert it to JSON first.':
    'В этом YAML больше якорей, ссылок и слияний (<<), чем можно разобрать. Сначала переведите его в JSON.',
  'It is neither JSON nor YAML: there is only text.': 'Это не JSON и не YAML: там только текст.',
  'Its YAML nests too deeply.': 'В этом YAML слишком глубокая вложенность.',
  'It is not JSON, and as YAML it breaks: {reason}.': 'Это не JSON, а как YAML он не читается: {reason}.',
  'It nests more than {most} levels deep, or an alias stands for itself.':
    'Вложенность больше {most} уровней, или ссылка указывает на саму себя.',
  'Its aliases unfold to too many values.': 'Его ссылки разворачиваются в слишком много значений.',
  'It is Swagger {version}, the form before OpenAPI 3. Convert it to OpenAPI 3 first, for example with converter.swagger.io or the command swagger2openapi.':
    'Это Swagger {version} — форма, которая была до OpenAPI 3. Сначала переведите его в OpenAPI 3, например на converter.swagger.io или командой swagger2openapi.',
  'Its version is {version}; 3.0 and 3.1 are read.': 'Его версия — {version}; читаются 3.0 и 3.1.',
  'It has no "paths", so there is nothing to call. Was it cut off, or is it one part of a document that is split into files? Then bundle it into one first.':
    'В нём нет "paths", поэтому вызывать нечего. Может быть, он обрезан или это часть документа из нескольких файлов? Тогда сначала соберите его в один.',
  'It looks like the answer of a server: {text}.': 'Похоже на ответ сервера: {text}.',
  'The path {path} was left out: it does not begin with "/".': 'Путь {path} пропущен: он не начинается с «/».',
  'The path {path} was left out: it refers to something outside of the document, which is never fetched.':
    'Путь {path} пропущен: он ссылается наружу, а туда запросы не делаются.',
  'It has more than {most} operations, more than can be offered. Cut it into smaller documents, one for each part that is needed.':
    'В нём больше {most} операций — столько предложить нельзя. Разделите его на меньшие документы, по одному на каждую нужную часть.',
  'All of its paths refer to other files or addresses, which are never fetched. Bundle it into one document first, for example with the command redocly bundle.':
    'Все его пути ссылаются на другие файлы или адреса, а туда запросы не делаются. Сначала соберите его в один документ, например командой redocly bundle.',
  'Its paths hold no operation (get, post and so on), so there is nothing to call.':
    'В его путях нет операций (get, post и так далее), поэтому вызывать нечего.',
  'Its schemas are too intricate: more than {most} parts.': 'Его схемы слишком сложны: больше {most} частей.',
  'The address of a flow begins with https://.': 'Адрес потока должен начинаться с https://.',
  '{host} answered with the status {status}, and gave no flow.': '{host} ответил статусом {status} и не отдал поток.',
  '{host} did not give the flow within 30 seconds.': '{host} не отдал поток за 30 секунд.',
  'The address of a picture begins with https://.': 'Адрес изображения начинается с https://.',
  '{host} answered with the status {status}, and gave no picture.':
    '{host} ответил статусом {status} и не отдал изображение.',
  '{host} did not give the picture within 30 seconds.': '{host} не отдал изображение за 30 секунд.',
  'What {host} gave is no PNG, JPEG, GIF or WebP picture.':
    'То, что отдал {host}, — не изображение PNG, JPEG, GIF или WebP.',
  'The picture of {host} has {width} x {height} pixels, which is too large to be shown.':
    'Изображение с {host} — {width} x {height} пикселей, это слишком много, чтобы его показать.',
  '{host} could not be reached: {reason}.': '{host} недоступен: {reason}.',
  '{host} sent Baton to another host, which is not followed. Nothing was read.':
    '{host} отправил Baton на другой хост, туда переход не делается. Ничего не прочитано.',
  '{host} is a private address, of this computer or of your network, where links do not lead. Nothing was asked.':
    '{host} — частный адрес этого компьютера или вашей сети, ссылки туда не ведут. Запроса не было.',
  ', where {host} redirected to,': ', куда перенаправил {host},',
  '"{address}"{led} is not an address; use http or https.': '«{address}»{led} — не адрес; нужен http или https.',
  'an address that begins with "{protocol}"{led} is not allowed; use http or https.':
    'адрес, который начинается с «{protocol}»{led}, не разрешён; нужен http или https.',
  'the address of {host}{led} has a user name or a password in it; take it out.':
    'в адресе {host}{led} есть имя пользователя или пароль; уберите их.',
  '{name} has no address.': 'У {name} нет адреса.',
  '{host} redirected, which is not followed here.': '{host} перенаправляет, а здесь переходы не делаются.',
  '{host} redirected more than {most} times in a row.': '{host} перенаправил больше {most} раз подряд.',
  '{host} answered with the status {status}, which HTTP does not have.':
    '{host} ответил статусом {status}, которого в HTTP нет.',
  'Baton is offline, so it did not connect to {place}. Use a server on this machine, or start Baton without --offline.':
    'Baton работает без сети, поэтому не подключился к {place}. Укажите сервер на этом компьютере или запустите Baton без --offline.',
  'the answer is packed as "{packing}", which cannot be unpacked.':
    'ответ упакован как «{packing}», это не распаковывается.',
  'the answer is larger than {megabytes, number} MB.': 'ответ больше {megabytes, number} МБ.',
  '{host} redirected from https to http ({other}), which is not followed.':
    '{host} перенаправил с https на http ({other}), туда переход не делается.',
  '{host} redirected a request whose body can be sent once only.':
    '{host} перенаправил запрос, тело которого можно отправить только раз.',
  '{place} may not be reached{led}: nobody allowed it. To allow it, allow the item {item}.':
    'К {place}{led} обращаться нельзя: никто этого не разрешил. Чтобы разрешить, разрешите {item}.',
  ', where {host} redirected to': ', куда перенаправил {host},',
  '{place} may not be reached{led}: it is a private address. To allow it, allow the item {item}.':
    'К {place}{led} обращаться нельзя: это частный адрес. Чтобы разрешить, разрешите {item}.',
  '{place} may not be reached: it leads to the private address {address}. Use another name.':
    'К {place} обращаться нельзя: имя ведёт на частный адрес {address}. Укажите другое имя.',
  '{place} may not be reached: it leads to the private address {address}. If that is meant, allow the item {item} as well.':
    'К {place} обращаться нельзя: имя ведёт на частный адрес {address}. Если так и задумано, разрешите и {item}.',
  'What it calls its question cannot be a name.': 'То, как он называет свой вопрос, не может быть именем.',
  'It asks {count} questions at once.':
    'Он задаёт сразу {count, plural, one {# вопрос} few {# вопроса} many {# вопросов} other {# вопроса}}.',
  'What it wants to have back is too large.': 'То, что он хочет получить обратно, слишком велико.',
  'It wants something else than a form to be filled in, which Baton does not offer.':
    'Он хочет не форму для заполнения, а что-то другое, чего Baton не предлагает.',
  'The form that it wants to be filled in is too large.': 'Форма, которую он просит заполнить, слишком велика.',
  'The MCP server asks for more before it goes on. {reason}':
    'Сервер MCP просит ещё кое-что, прежде чем продолжить. {reason}',
  'The MCP server "{name}" could not be started.': 'Сервер MCP «{name}» не запустился.',
  '{seconds, number} s': '{seconds, number} с',
  'The MCP server "{name}" is no longer needed.': 'Сервер MCP «{name}» больше не нужен.',
  '{seconds, number} s, in spite of its progress': '{seconds, number} с, хотя работа шла',
  'It wants something first that Baton does not offer.': 'Сначала он хочет того, чего Baton не предлагает.',
  'It speaks MCP {version}, which Baton does not.': 'Он говорит по MCP {version}, а Baton эту версию не знает.',
  'It cancelled the request.': 'Он отменил запрос.',
  'It cancelled the request: {reason}': 'Он отменил запрос: {reason}',
  'It answered something that is not MCP.': 'Он ответил не по протоколу MCP.',
  'It did not answer within {limit}.': 'Он не ответил за {limit}.',
  'The MCP server "{name}" could not be started. {what}{aside}': 'Сервер MCP «{name}» не запустился. {what}{aside}',
  'The MCP server "{name}" failed at {task}. {what}{aside}': 'Сервер MCP «{name}» не справился: {task}. {what}{aside}',
  'The MCP server "{name}" ended before it was ready: {reason}.{aside}':
    'Сервер MCP «{name}» завершился, не успев подготовиться: {reason}.{aside}',
  'The MCP server "{name}" ended while it worked on {task}: {reason}.{aside}':
    'Сервер MCP «{name}» завершился во время работы ({task}): {reason}.{aside}',
  'The MCP server "{name}" refused to start: {text}': 'Сервер MCP «{name}» отказался запускаться: {text}',
  'The MCP server "{name}" refused {task}: {text}': 'Сервер MCP «{name}» отказал ({task}): {text}',
  'It answered HTTP {status}.': 'Он ответил HTTP {status}.',
  'It could not be reached: {reason}.': 'Он недоступен: {reason}.',
  ' Its last lines on stderr:\n{lines}': ' Его последние строки в stderr:\n{lines}',
  ' It wrote to stdout what is not MCP: {text}': ' В stdout он вывел не MCP: {text}',
  'The address of the MCP server is not an http or https address. Check it.':
    'Адрес сервера MCP — не адрес http или https. Проверьте его.',
  'The MCP server gives the same page of its list again and again.':
    'Сервер MCP снова и снова отдаёт одну и ту же страницу списка.',
  "The MCP server's list does not end: more than {pages} pages or {items} entries.":
    'Список сервера MCP не кончается: больше {pages} страниц или {items} записей.',
  'The MCP server sent Baton to another host than its own, which is not followed.':
    'Сервер MCP отправил Baton на чужой хост, туда переход не делается.',
  'The MCP servers were closed.': 'Серверы MCP закрыты.',
  'The MCP server wants "{tool}" to be called again and again.': 'Сервер MCP просит вызывать «{tool}» снова и снова.',
  '"{command}" could not be started.': '«{command}» не запускается.',
  '"{command}" could not be started: the folder {cwd} does not exist.': '«{command}» не запускается: папки {cwd} нет.',
  'There is no command "{command}" here. {advice}': 'Команды «{command}» здесь нет. {advice}',
  '"{command}" may not be executed. Check the permissions of the file.':
    '«{command}» нельзя выполнять. Проверьте права файла.',
  '"{command}" could not be started: {reason}.': '«{command}» не запускается: {reason}.',
  'The MCP server "{name}" failed to start {count} times and is not tried again for {seconds} s. The last time: {last}':
    'Сервер MCP «{name}» не запустился (попыток: {count}), следующая попытка — через {seconds} с. Последняя ошибка: {last}',
  'it wrote more than {size} that is not MCP to its output': 'он вывел больше {size} не по протоколу MCP',
  'it sent a message of more than {size}': 'он отправил сообщение больше {size}',
  'it does not read what it is sent': 'он не читает то, что ему отправляют',
  'it was ended by {signal}': 'его завершил сигнал {signal}',
  'it exited with code unknown': 'он завершился, код неизвестен',
  'it exited with code {code}': 'он завершился с кодом {code}',
  'There is no OpenAPI document yet.': 'Документа OpenAPI пока нет.',
  '{host} answered with the status {status}.': '{host} ответил статусом {status}.',
  '{host} did not give the document within {seconds, number} s.': '{host} не отдал документ за {seconds, number} с.',
  'The API document "{path}" is a file, and files are read only on the command line, where they lie beside the flow\'s own file. In the app, import it with "From a file".':
    'Документ API «{path}» — файл, а файлы читаются только в командной строке, где они лежат рядом с файлом потока. В приложении импортируйте его кнопкой «Из файла».',
  '"{wanted}" is not an address. It should begin with https://.':
    '«{wanted}» — не адрес. Он должен начинаться с https://.',
  'The document has none of these operations. Choose others.':
    'Ни одной из этих операций в документе нет. Выберите другие.',
  'There is no tool pool in the flow as it is saved. It may have been removed meanwhile.':
    'В сохранённом потоке такого пула инструментов нет. Возможно, его тем временем удалили.',
  'There is no such node in the flow as it is saved. It may have been removed meanwhile.':
    'В сохранённом потоке такого узла нет. Возможно, его тем временем удалили.',
  'Nobody uses “{name}”, so it is not connected. Join it to an agent or a tool pool that somebody uses.':
    '«{name}» никто не использует, поэтому подключения нет. Соедините его с агентом или с пулом, который кто-то использует.',
  'There is no such server in the flow as it is saved, or nobody uses it any more.':
    'В сохранённом потоке такого сервера нет, или его больше никто не использует.',
  'This call waits for no answer any more. Run the tool again.':
    'Этот вызов больше не ждёт ответа. Запустите инструмент снова.',
  'This does not answer what the tool is asking now. Answer one of its questions.':
    'Это не ответ на то, о чём инструмент спрашивает сейчас. Ответьте на один из его вопросов.',
  'The flow “{id}” was not found. Choose a flow of the library.':
    'Поток «{id}» не найден. Выберите поток из библиотеки.',
  'There is no such tool in the flow as it is saved. It may have been removed meanwhile.':
    'В сохранённом потоке такого инструмента нет. Возможно, его тем временем удалили.',
  '“{name}” is not a tool that can be called now. Enable it if it is disabled.':
    '«{name}» сейчас не инструмент, который можно вызвать. Включите его, если он отключён.',
  '“{name}” offers no tool. Say what it is to do first.':
    '«{name}» не предлагает инструмента. Сначала скажите, что он делает.',
  '“{name}” offers no tool “{tool}” now. Ask it for its tools again.':
    '«{name}» сейчас не предлагает инструмента «{tool}». Запросите его инструменты снова.',
  'certificates are always checked': 'сертификаты проверяются всегда',
  'keys are not sent on to other hosts': 'ключи другим хостам не передаются',
  'keys are not read from a file': 'ключи из файла не читаются',
  'this way to sign in is not known': 'этот способ входа неизвестен',
  'requests are not signed': 'запросы не подписываются',
  'requests go straight to the host': 'запросы идут прямо к хосту',
  'certificates of one’s own are not sent': 'собственные сертификаты не отправляются',
  'the certificates of the system are taken': 'берутся сертификаты системы',
  'the host is looked up': 'хост ищется по имени',
  'requests go over the network': 'запросы идут по сети',
  'files are not sent': 'файлы не отправляются',
  'answers are read whole': 'ответы читаются целиком',
  'its list of tools': 'список инструментов',
  'its list of resources': 'список ресурсов',
  'a resource': 'ресурс',
  'Check its headers and the secrets in them.': 'Проверьте его заголовки и секреты в них.',
  'It may speak the older SSE only: choose SSE as its transport, or check the address.':
    'Возможно, он понимает только прежний SSE: выберите SSE как транспорт или проверьте адрес.',
  'It may speak streamable HTTP: choose HTTP as its transport, or check the address.':
    'Возможно, он понимает streamable HTTP: выберите HTTP как транспорт или проверьте адрес.',
  'It is an AsyncAPI document, which describes messages; only OpenAPI 3 is read.':
    'Это документ AsyncAPI, он описывает сообщения; читается только OpenAPI 3.',
  'It is an OpenRPC document; only OpenAPI 3 is read.': 'Это документ OpenRPC; читается только OpenAPI 3.',
  'It is a Postman collection; export it as OpenAPI 3 first.':
    'Это коллекция Postman; сначала экспортируйте её как OpenAPI 3.',
  'It is a list of MCP servers; use an "MCP server" node for it.':
    'Это список серверов MCP; для него есть узел «Сервер MCP».',
  'It is a JSON schema; only OpenAPI 3 is read.': 'Это схема JSON; читается только OpenAPI 3.',
  'Its first field should be "openapi": "3.0.3" or another version of 3; there is none.':
    'Первым полем должно быть "openapi": "3.0.3" или другая версия 3; его нет.',
  'That is done with --allow on the command line; in the app, a tool must name such a host itself.':
    'В командной строке это делается с --allow; в приложении инструмент должен сам назвать такой хост.',
  'It sent a message of more than {size}.': 'Он отправил сообщение больше {size}.',
  'The connection was cut before the answer came.': 'Связь оборвалась раньше, чем пришёл ответ.',
  'The connection was cut and could not be taken up again.': 'Связь оборвалась, и восстановить её не удалось.',
  'the servers that {document} names': 'серверы, названные в {document}',
  'Swarm: who speaks next': 'Рой: кто говорит дальше',
  'Swarm: instruction of the manager': 'Рой: инструкция менеджера',
  'list of {items}': 'список ({items})',
  'whole number': 'целое число',
  list: 'список',
  anything: 'что угодно',
} as const satisfies Translations<typeof FAILED_OUTSIDE_ZH>
