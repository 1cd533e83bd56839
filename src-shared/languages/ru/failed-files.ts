/** Russian: what errors say of files, schemas and the program itself. */
import type { Translations } from '../translate'
import type { FAILED_FILES_ZH } from '../zh/failed-files'

export const FAILED_FILES_RU = {
  '{name} is larger than 20 MB. Split it into several documents.':
    '{name} больше 20 МБ. Разделите его на несколько документов.',
  'The result {id} could not be read.': 'Результат {id} не прочитался.',
  'There is no conflict to resolve.': 'Конфликта, который нужно разрешить, нет.',
  'This flow was also changed in another window. Choose which version to keep first.':
    'Этот поток изменён и в другом окне. Сначала выберите, какую версию оставить.',
  'It is not a picture that can be attached, whatever its name says. Save it as {formats}.':
    'Это не картинка, которую можно приложить, что бы ни говорило имя. Сохраните её как {formats}.',
  'It cannot be attached: {reason}. Save it smaller, or as JPEG.':
    'Приложить нельзя: {reason}. Уменьшите картинку или сохраните её как JPEG.',
  '{name} has {size}. A text can have {most}.': '{name}: размер {size}. У текста может быть не больше {most}.',
  'The text of {name} is too long to be attached. Split it into several files.':
    'Текст {name} слишком длинный, чтобы его приложить. Разделите его на несколько файлов.',
  'This drawing is too large for a picture. Export an SVG instead.':
    'Этот рисунок слишком велик для картинки. Экспортируйте SVG.',
  'It was stopped.': 'Остановлено.',
  'Something went wrong inside Baton: {reason}': 'Внутри Baton что-то пошло не так: {reason}',
  'PNG, JPEG, GIF or WebP': 'PNG, JPEG, GIF или WebP',
  'it has {size} MB, and models take 3.9 MB at most': 'размер {size} МБ, а модели принимают не больше 3,9 МБ',
  'it is {width} x {height} pixels, and models take {most} on each side at most':
    '{width} × {height} пикселей, а модели принимают не больше {most} по каждой стороне',
  'The contract has no method “{name}”.': 'В договоре связи нет метода «{name}».',
  'The contract has no stream “{name}”.': 'В договоре связи нет потока данных «{name}».',
  '“{name}” was stopped.': '«{name}» остановлен.',
  "Baton's core answered “{name}” in the wrong shape: {problem}":
    'Ядро Baton ответило на «{name}» не в той форме: {problem}',
  'A message of about {megabytes} MB is too large; the limit is 64 MB. Send less at once.':
    'Сообщение примерно на {megabytes} МБ слишком велико; предел — 64 МБ. Отправляйте меньше за раз.',
  'The link received a message that it cannot read.': 'Пришло сообщение, которое не читается.',
  'The id {id} was used for two requests at once.': 'Номер {id} использован сразу для двух запросов.',
  "Baton's core has no handler for “{name}”.": 'У ядра Baton нет обработчика для «{name}».',
  "Baton's core has no stream “{name}”. Update Baton, then try again.":
    'У ядра Baton нет потока данных «{name}». Обновите Baton и попробуйте снова.',
  "Baton's core has no method “{name}”. Update Baton, then try again.":
    'У ядра Baton нет метода «{name}». Обновите Baton и попробуйте снова.',
  '“{name}” cannot take this input: {path}: {reason}.': '«{name}» не принимает такие данные: {path}: {reason}.',
  '“{name}” cannot take this input: {reason}.': '«{name}» не принимает такие данные: {reason}.',
  "The connection to Baton's core was lost before “{name}” was answered. Baton reconnects by itself; then try again.":
    'Связь с ядром Baton прервалась раньше, чем пришёл ответ на «{name}». Baton подключится сам; потом попробуйте снова.',
  'the schema': 'схема',
  'it holds no JSON object.': 'в нём нет объекта JSON.',
  'it is a copied piece of one. Paste it on the canvas of a flow instead.':
    'это скопированная часть потока. Вставьте её на холст какого-нибудь потока.',
  'it looks like {tool}. Files of other tools cannot be opened.':
    'похоже на {tool}. Файлы других программ не открываются.',
  'its format is “{format}”, not “baton/flow”.': 'его формат — «{format}», а не «baton/flow».',
  'its first field should be "format": "baton/flow".': 'первым полем должно быть "format": "baton/flow".',
  'must be {type}, but is {received}': 'ожидается {type}, а здесь {received}',
  'is missing': 'не указано',
  'must be {value}': 'должно быть {value}',
  'must be one of {values}': 'должно быть одно из: {values}',
  'unknown {count, plural, one {field} other {fields}}: {keys}':
    '{count, plural, one {неизвестное поле} few {неизвестные поля} many {неизвестные поля} other {неизвестные поля}}: {keys}',
  'must be a multiple of {divisor}': 'должно делиться на {divisor}',
  'must match {pattern}': 'должно соответствовать шаблону {pattern}',
  'is not a valid {format}': 'неверный формат (нужен {format})',
  'has a form that is not allowed here': 'такой вид здесь не допускается',
  'must not be empty': 'не должно быть пустым',
  'must have at least {limit, plural, one {# character} other {# characters}}':
    'нужно не меньше {limit, plural, one {# символа} few {# символов} many {# символов} other {# символа}}',
  'must have at most {limit, plural, one {# character} other {# characters}}':
    'можно не больше {limit, plural, one {# символа} few {# символов} many {# символов} other {# символа}}',
  'must have at least {limit, plural, one {# entry} other {# entries}}':
    'нужно не меньше {limit, plural, one {# элемента} few {# элементов} many {# элементов} other {# элемента}}',
  'must have at most {limit, plural, one {# entry} other {# entries}}':
    'можно не больше {limit, plural, one {# элемента} few {# элементов} many {# элементов} other {# элемента}}',
  'must be at least {limit}': 'должно быть не меньше {limit}',
  'must be more than {limit}': 'должно быть больше {limit}',
  'must be at most {limit}': 'должно быть не больше {limit}',
  'must be less than {limit}': 'должно быть меньше {limit}',
  object: 'объект',
  'a whole number': 'целое число',
  'a number with decimals': 'дробное число',
  'this number is too large': 'это число слишком велико',
  'nested more than {most} levels deep': 'вложенность больше {most} уровней',
  'a field may not be called __proto__': 'поле не может называться __proto__',
  'Rehearsal (no key)': 'Репетиция (без ключа)',
  '{name} (not connected)': '{name} (не подключено)',
  '{name}: rehearsal': '{name}: репетиция',
  'The variable "{name}" must be {type}, and {value} is not.':
    'Значение переменной «{name}» должно быть таким: {type}. Не подходит: {value}.',
  'The flow declares no variable "{name}". It declares none.':
    'В потоке нет переменной «{name}». В нём не объявлено ни одной.',
  'The flow declares no variable "{name}". It declares {names}.':
    'В потоке нет переменной «{name}». В нём объявлены: {names}.',
  'not allowed': 'недопустимо',
  'There is no node “{id}” on the canvas of this drawing, so its prompt cannot be changed.':
    'На холсте этого рисунка нет узла «{id}», поэтому его промпт изменить нельзя.',
  'There is no node “{id}” on the canvas of this drawing, so its model cannot be changed.':
    'На холсте этого рисунка нет узла «{id}», поэтому его модель изменить нельзя.',
  '“{name}” asks no model, so it has none to change.': '«{name}» не обращается к модели, поэтому менять нечего.',
  'The prompt of “{name}” cannot be changed. It has no prompt.':
    'Промпт узла «{name}» изменить нельзя. У него нет промпта.',
  'The prompt {field} of “{name}” cannot be changed. It has no prompt.':
    'Промпт {field} узла «{name}» изменить нельзя. У него нет промпта.',
  'The prompt {field} of “{name}” cannot be changed. Its prompts are: {keys}.':
    'Промпт {field} узла «{name}» изменить нельзя. Его промпты: {keys}.',
  'The prompt of “{name}” cannot be this.{where}': 'Промпт узла «{name}» не может быть таким.{where}',
  'The model of “{name}” cannot be this.{where}': 'Модель узла «{name}» не может быть такой.{where}',
  'This thread talks to one node alone, and that is no longer drawn or is disabled. Begin a new thread to talk to the whole flow.':
    'В этой беседе говорят с одним узлом, а его больше нет или он отключён. Начните новую беседу, чтобы говорить со всем потоком.',
  'This cannot be read as a Baton flow: {reason}': 'Это не читается как поток Baton: {reason}',
  'The file is not JSON: it breaks at line {line}, column {column}. Mend it there, or choose another file.':
    'Файл — не JSON: он обрывается в строке {line}, столбце {column}. Исправьте это место или выберите другой файл.',
  'This is not a Baton flow: {reason} Choose a *.flow.json file.':
    'Это не поток Baton: {reason} Выберите файл *.flow.json.',
  'expected a whole number from 1 up': 'ожидается целое число от 1',
  'The flow is of version {version}, and this Baton reads up to version {newest}. Update Baton to open it; nothing was loaded.':
    'Поток версии {version}, а этот Baton читает до версии {newest}. Обновите Baton, чтобы его открыть; ничего не загружено.',
  'cannot be brought from {version} up to {newest}: {reason}':
    'не переводится с версии {version} на {newest}: {reason}',
  'more than {most} nodes': 'больше {most} узлов',
  'more than {most} edges': 'больше {most} связей',
  'The flow breaks the file format, and nothing was loaded. {issues}; and {count} more':
    'Поток нарушает формат файла, ничего не загружено. {issues}; и ещё {count}',
  'The flow breaks the file format, and nothing was loaded. {issues}':
    'Поток нарушает формат файла, ничего не загружено. {issues}',
  'The plan has no step #{id}.': 'В плане нет шага #{id}.',
  'Nothing was changed.': 'Ничего не изменено.',
  'A plan needs at least one step.': 'В плане должен быть хотя бы один шаг.',
  '#{id} uses #{missing}, but no step gives #{missing}.': '#{id} использует #{missing}, но такого шага нет.',
  '#{id} would use its own result.': '#{id} использовал бы собственный результат.',
  'These steps would wait for each other: {steps}.': 'Эти шаги ждали бы друг друга: {steps}.',
  '{calls, number} calls, each sent the first prompt of {base, number} tokens: {prompts, number}':
    'Вызовов: {calls, number}; каждому отправляется первый промпт в {base, number} токенов: {prompts, number}',
  'What each step wrote and found, sent again with every later call: {again, number}':
    'Написанное и найденное каждым шагом, отправленное снова с каждым следующим вызовом: {again, number}',
  'What the model writes, a call for each step and the answer: {written, number}':
    'Что пишет модель — вызов для каждого шага и ответ: {written, number}',
  'The expression "{text}" cannot be read: {reason}.': 'Выражение «{text}» не читается: {reason}.',
  'The variable "{name}" is not set. Declare it in the flow\'s settings.':
    'Переменная «{name}» не задана. Объявите её в настройках потока.',
  '"{operator}" compares two numbers or two texts, not {left} and {right}.':
    '«{operator}» сравнивает два числа или два текста, а даны {left} и {right}.',
  '"+" adds two numbers or joins two texts, not {left} and {right}.':
    '«+» складывает два числа или соединяет два текста, а даны {left} и {right}.',
  '"-" subtracts two numbers, not {left} and {right}.': '«-» вычитает одно число из другого, а даны {left} и {right}.',
  'len() takes a text, a list or an object, not {type}.': 'len() принимает текст, список или объект, а дано: {type}.',
  'a list': 'список',
  'an object': 'объект',
  'a text': 'текст',
  'a number': 'число',
  'true or false': 'true или false',
  'The document "{name}" {what}': 'Документ «{name}» {what}',
  'has {pages} pages; {most} are allowed. Split it.':
    'содержит {pages, plural, one {# страницу} few {# страницы} many {# страниц} other {# страницы}}; можно не больше {most}. Разделите его.',
  'is a broken PDF: page {page} cannot be read. Save it again or paste its text.':
    '— повреждённый PDF: страница {page} не читается. Сохраните его заново или вставьте его текст.',
  'has more than {most} characters of text. Split it.': 'содержит больше {most} символов текста. Разделите его.',
  'has no text, only pictures, as scans do. Run it through text recognition or paste its text.':
    'не содержит текста, только картинки, как бывает у сканов. Распознайте текст или вставьте его.',
  'is a PDF with a password. Save it without one or paste its text.':
    '— PDF с паролем. Сохраните его без пароля или вставьте его текст.',
  'is a broken PDF and cannot be read. Save it again or paste its text.':
    '— повреждённый PDF и не читается. Сохраните его заново или вставьте его текст.',
  'A document could not be read: {reason}': 'Документ не прочитался: {reason}',
  'A document could not be read: its thread ended.': 'Документ не прочитался: процесс чтения завершился.',
  'takes longer than {most} seconds to read, so it was left unread. Print it to a new PDF, or paste its text.':
    'читается дольше {most} с, поэтому он не прочитан. Напечатайте его в новый PDF или вставьте его текст.',
  'needs more than {most} MB of memory to read, so it was left unread. Print it to a new PDF, or paste its text.':
    'требует больше {most} МБ памяти, поэтому он не прочитан. Напечатайте его в новый PDF или вставьте его текст.',
  'The flow takes longer than {most} seconds to read, so nothing was loaded. Cut it into smaller flows.':
    'Поток читается дольше {most} с, поэтому ничего не загружено. Разделите его на меньшие потоки.',
  'The flow needs more than {most} MB of memory to read, so nothing was loaded. Cut it into smaller flows.':
    'Поток требует больше {most} МБ памяти, поэтому ничего не загружено. Разделите его на меньшие потоки.',
  'Holding an answer against its schema takes longer than {most} seconds. Make the schema simpler: fewer patterns, references and choices.':
    'Проверка ответа по его схеме идёт дольше {most} с. Упростите схему: меньше шаблонов, ссылок и вариантов.',
  'Holding an answer against its schema needs more than {most} MB of memory. Make the schema simpler: fewer patterns, references and choices.':
    'Проверка ответа по его схеме требует больше {most} МБ памяти. Упростите схему: меньше шаблонов, ссылок и вариантов.',
  'Holding arguments against their schema takes longer than {most} seconds.':
    'Проверка аргументов по их схеме идёт дольше {most} с.',
  'Holding arguments against their schema needs more than {most} MB of memory.':
    'Проверка аргументов по их схеме требует больше {most} МБ памяти.',
  'It takes longer than {most} seconds to read. Use a smaller document, with fewer operations, aliases and levels.':
    'Он читается дольше {most} с. Возьмите документ поменьше: меньше операций, ссылок и уровней.',
  'It needs more than {most} MB of memory to read. Use a smaller document, with fewer operations, aliases and levels.':
    'Чтобы его прочитать, нужно больше {most} МБ памяти. Возьмите документ поменьше: меньше операций, ссылок и уровней.',
  'Baton cannot find its own package.json. Install it again.':
    'Baton не находит собственный package.json. Установите его заново.',
  '{file} could not be read: {reason}. Choose another file.': '{file} не прочитался: {reason}. Выберите другой файл.',
  'A saved key cannot be read here: it was saved by another Baton. Enter the key again in the settings.':
    'Сохранённый ключ здесь не читается: его сохранил другой Baton. Введите ключ в настройках снова.',
  '{file} is damaged. Delete it, then enter your keys again in the settings.':
    '{file} повреждён. Удалите его и введите ключи в настройках снова.',
  'No browser could be opened ({reason}).': 'Браузер не открылся ({reason}).',
  'There are no file dialogs outside the desktop app. Use the browser to choose a file.':
    'Окна выбора файлов есть только в настольном приложении. Выберите файл в браузере.',
  'Baton opens only http and https addresses, and “{url}” is none.':
    'Baton открывает только адреса http и https, а «{url}» — не такой.',
  'Nothing was said in this thread yet: there is no run to export.':
    'В этой беседе ещё ничего не сказано: запуска для экспорта нет.',
  'This thread is too large for one file: its events alone take more than 30 MB.':
    'Эта беседа слишком велика для одного файла: одни её события занимают больше 30 МБ.',
  'it is larger than 30 MB': 'он больше 30 МБ',
  'its parts lie too deep in each other': 'слишком глубокая вложенность',
  'it is not a run that Baton exported': 'это не запуск, экспортированный из Baton',
  'a newer Baton wrote it. Update Baton': 'его записал более новый Baton. Обновите Baton',
  '{place} is not as it should be ({problem})': 'ошибка в {place} ({problem})',
  'two of its runs have the same id': 'у двух запусков один номер',
  'a run names a drawing that is not in it': 'запуск называет рисунок, которого в нём нет',
  'an event is of a run that is not in it': 'событие относится к запуску, которого в нём нет',
  'two of its events have the same number': 'у двух событий один номер',
  'it has events that are never kept': 'в нём есть события, которые не хранятся',
  'it is not JSON': 'это не JSON',
  'This run was not imported: {reason}. Nothing was changed.': 'Запуск не импортирован: {reason}. Ничего не изменено.',
  'it is not an agent of this swarm. Pick one of its agents.':
    'это не агент этого роя. Выберите одного из его агентов.',
  'only in a swarm with the pattern “manual” the user says who speaks next. Change the pattern, or leave the choice out.':
    'кто говорит дальше, пользователь решает только в рое с порядком «manual». Смените порядок или не выбирайте.',
  'an n8n workflow': 'рабочий процесс n8n',
  'a Langflow flow': 'поток Langflow',
  'a LangGraph configuration': 'конфигурацию LangGraph',
  'a Dify app': 'приложение Dify',
  'a Rivet project': 'проект Rivet',
  'a Flowise export': 'экспорт Flowise',
  'a drawing of a LangGraph graph': 'рисунок графа LangGraph',
  'a React Flow drawing': 'рисунок React Flow',
  'The file is not a text: it may be a picture or a program. Choose the *.flow.json file of a flow.':
    'Этот файл не текст: возможно, картинка или программа. Выберите файл *.flow.json потока.',
  'This is not a Baton flow: it is not JSON. Choose a *.flow.json file.':
    'Это не поток Baton: это не значение JSON. Выберите файл *.flow.json.',
  'The file is larger than 20 MB. No Baton flow is that large; choose another file.':
    'Файл больше 20 МБ. Потоков Baton такого размера не бывает; выберите другой файл.',
  'The file is empty. Choose the *.flow.json file of a flow.':
    'Файл пуст. Выберите файл *.flow.json какого-нибудь потока.',
  'The file is written in UTF-16. Save it as UTF-8, then open it again.':
    'Файл записан в UTF-16. Сохраните его в UTF-8 и откройте снова.',
  'an id has 1 to 64 letters, digits, _ or -': 'идентификатор — от 1 до 64 латинских букв, цифр, _ или -',
  'this id is reserved': 'этот идентификатор зарезервирован',
  'a starter is not empty': 'заготовка не может быть пустой',
  'a starter has at most 200 characters': 'в заготовке не больше 200 символов',
  'there are at most 4 starters': 'заготовок может быть не больше 4',
  'a name has letters, digits and _': 'имя состоит из латинских букв, цифр и _',
  'must be a text or a JSON object': 'нужен текст или объект JSON',
  'this is not a parameter name': 'это не имя параметра',
  'no request can do without this': 'без этого не обойдётся ни один запрос',
  'must be an object of names and texts': 'нужен объект из имён и текстов',
  'must be a text': 'нужен текст',
  'is empty': 'пусто',
  'must be a list of texts': 'нужен список текстов',
  JSON: 'JSON',
  'has neither text nor a path. Paste its text into the flow.':
    'не содержит ни текста, ни пути. Вставьте его текст в поток.',
  'is a file ("{path}"), and files are read only on the command line, where they lie beside the flow\'s own file. In the app, add its text to the worker with "Add files".':
    '— файл («{path}»), а файлы читаются только в командной строке, где они лежат рядом с файлом потока. В приложении добавьте его текст исполнителю кнопкой «Добавить файлы».',
  'is missing: there is no file "{path}" beside the flow. Put it there or correct its path.':
    'отсутствует: рядом с потоком нет файла «{path}». Положите его туда или исправьте путь.',
  'is not a file. Name a text, Markdown or PDF file.': '— не файл. Укажите файл с текстом, Markdown или PDF.',
  'is not text in UTF-8. Save it as UTF-8 text, Markdown or PDF.':
    '— не текст в UTF-8. Сохраните его как текст UTF-8, Markdown или PDF.',
  'is an archive or an office document. Save it as text, Markdown or PDF.':
    '— архив или офисный документ. Сохраните его как текст, Markdown или PDF.',
  'is neither text nor a PDF. Save it as text, Markdown or PDF.':
    '— не текст и не PDF. Сохраните его как текст, Markdown или PDF.',
  'is larger than {most} MB. Split it into several documents.':
    'больше {most} МБ. Разделите его на несколько документов.',
  'lies outside the flow\'s folder ("{path}"), where nothing may be read. Put the file beside the flow, or paste the document\'s text into the flow.':
    'лежит вне папки потока («{path}»), а там читать нельзя. Положите файл рядом с потоком или вставьте текст документа в поток.',
  'could not be read from "{file}" ({reason}).': 'не прочитался из «{file}» ({reason}).',
  'The version is not read yet. Try again in a moment.': 'Версия ещё не прочитана. Попробуйте через мгновение.',
} as const satisfies Translations<typeof FAILED_FILES_ZH>
