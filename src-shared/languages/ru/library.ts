/** Russian: the list of flows, its templates, and presets of model servers. */
import type { Translations } from '../translate'
import type { LIBRARY_ZH } from '../zh/library'

export const LIBRARY_RU: Translations<typeof LIBRARY_ZH> = {
  'The first part of its endpoint in the Azure portal.': 'Первая часть его конечной точки на портале Azure.',
  'the Azure portal, under “Keys and Endpoint” of the resource': 'портал Azure, раздел «Keys and Endpoint» ресурса',
  'The name of your deployment. What Azure lists is what could be deployed.':
    'Имя вашего развёртывания. Azure перечисляет то, что можно развернуть.',
  'Where your models are enabled.': 'Где включены ваши модели.',
  'the Amazon Bedrock console, under “API keys”': 'консоль Amazon Bedrock, раздел «API keys»',
  'The model id, such as openai.gpt-oss-120b-1:0. This address does not list them.':
    'Идентификатор модели, например openai.gpt-oss-120b-1:0. Этот адрес их не перечисляет.',
  'Of your project in the Google Cloud console.': 'Вашего проекта в консоли Google Cloud.',
  'A region, not “global”.': 'Регион, но не «global».',
  '“gcloud auth print-access-token”; it ends after an hour': '«gcloud auth print-access-token»; действует один час',
  'Such as google/gemini-2.5-flash. This address does not list them.':
    'Например, google/gemini-2.5-flash. Этот адрес их не перечисляет.',
  'Code review': 'Проверка кода',
  'Three reviewers look at a change side by side, each at one thing; a lead sorts what they found and says what has to be done.':
    'Трое проверяющих параллельно смотрят изменение, каждый своё; ведущий разбирает найденное и говорит, что сделать.',
  'Questions to documents': 'Вопросы к документам',
  'Answers from a handbook and a manual and says where it read it; writes replies to customers from what it found.':
    'Отвечает по справочнику и руководству со ссылкой на источник; по найденному пишет ответы клиентам.',
  Hello: 'Привет',
  'One supervisor and a clock: the smallest flow that does something.':
    'Один супервизор и часы: самый маленький поток, который что-то делает.',
  'Incident triage': 'Разбор инцидентов',
  'Looks at what is broken, follows the runbook, and for a serious incident has impact, status page and next steps written at once and put together.':
    'Смотрит, что сломалось, следует регламенту, а при серьёзном инциденте сразу готовит влияние, страницу статуса и дальнейшие шаги и сводит их вместе.',
  'Onboarding interview': 'Вводная беседа',
  'Welcomes a new colleague and leads through three short conversations; what was said is kept as variables that your systems can use.':
    'Встречает нового коллегу и проводит три коротких разговора; сказанное хранится в переменных для ваших систем.',
  'Personal assistant': 'Личный помощник',
  'Keeps your list, tells the time, works things out and drafts your mails; MCP servers for memory and files are one switch away.':
    'Ведёт ваш список, говорит время, считает и готовит письма; серверы MCP для памяти и файлов включаются одним переключателем.',
  'Profile and orders': 'Профиль и заказы',
  'A cake shop: the concierge answers, tells the time, and brings in a dialog for the profile or for an order; observers collect what was said and see when an order is complete.':
    'Кондитерская: консьерж отвечает, говорит время и подключает диалог профиля или заказа; наблюдатели собирают сказанное и видят, когда заказ полон.',
  'Research plan': 'План исследования',
  'A researcher who plans all look-ups and calculations first, runs them side by side, and then answers from what they gave.':
    'Исследователь сначала планирует все поиски и расчёты, выполняет их параллельно и отвечает по результатам.',
  'Sales qualification': 'Оценка клиентов',
  'Finds out who is asking, scores it by your rules, and sends each to the right colleague: a call, advice, or a start on their own.':
    'Узнаёт, кто обращается, оценивает по вашим правилам и направляет к нужному коллеге: звонок, совет или самостоятельный старт.',
  'Shop workers': 'Работники магазина',
  'A cake shop as a task graph: four intents lead to three workers, one of them with documents to look things up in; a default worker takes everything else.':
    'Кондитерская как граф задач: четыре намерения ведут к трём исполнителям, у одного есть документы; остальное берёт исполнитель по умолчанию.',
  'Support desk': 'Служба поддержки',
  'A triage agent who checks who is asking and hands the conversation to refunds or to technical help; a refund is written up in chats behind the scenes.':
    'Агент-диспетчер выясняет, кто обращается, и передаёт беседу возвратам или техподдержке; возврат оформляется во внутренних чатах.',
  'Tool pool': 'Пул инструментов',
  'One agent finds what fits among sixty tools of an MCP server, of GitHub and drawn here, one plans, and one does the work.':
    'Один агент ищет подходящее среди шестидесяти инструментов сервера MCP, GitHub и нарисованных здесь, другой планирует, третий делает.',
  'Travel planner': 'Планировщик поездок',
  'Plans short trips: asks what you like, looks up times, prices and weather in one plan, adds it up, and packs your bag.':
    'Планирует короткие поездки: спрашивает о вкусах, одним планом узнаёт время, цены и погоду, складывает и собирает вещи.',
  Tutoring: 'Репетиторы',
  'Three teachers who explain step by step and let you find the answer; a head teacher brings in whoever fits.':
    'Три учителя объясняют по шагам и дают найти ответ самому; старший учитель зовёт подходящего.',
  'Last changed': 'Недавно изменённые',
  'Last talked to': 'Недавние беседы',
  'Start from a template': 'Начните с шаблона',
  Templates: 'Шаблоны',
  'Small examples, one idea each': 'Небольшие примеры, по одной идее в каждом',
  Examples: 'Примеры',
  'Say to {name}: {starter}': 'Сказать «{name}»: {starter}',
  '{count, plural, one {# problem blocks} other {# problems block}} running':
    '{count, plural, one {# проблема мешает} few {# проблемы мешают} many {# проблем мешают} other {# проблемы мешают}} запуску',
  'More about {name}': 'Ещё: {name}',
  'Pin {name}': 'Закрепить «{name}»',
  'The flow could not be pinned': 'Не удалось закрепить поток',
  Rename: 'Переименовать',
  Duplicate: 'Дублировать',
  'Export JSON': 'Экспорт JSON',
  Delete: 'Удалить',
  'The flow spoke first': 'Поток заговорил первым',
  'Go on with {name}: {said}': 'Продолжить «{name}»: {said}',
  'Flow name': 'Имя потока',
  'Nothing drawn yet': 'Пока ничего не нарисовано',
  '{count, plural, one {# node} other {# nodes}}':
    '{count, plural, one {# узел} few {# узла} many {# узлов} other {# узла}}',
  'Flows · Baton': 'Потоки · Baton',
  Flows: 'Потоки',
  'Search flows': 'Поиск потоков',
  Search: 'Поиск',
  'Order of the flows': 'Порядок потоков',
  Import: 'Импорт',
  'New flow': 'Новый поток',
  'Show all {count, number} flows': 'Показать все потоки ({count, number})',
  'Drop the file to import it': 'Отпустите файл, чтобы импортировать',
  'The flows cannot be read': 'Не удаётся прочитать потоки',
  'Try again': 'Повторить',
  'Reading the flows': 'Чтение потоков',
  'No flow is called that': 'Потока с таким именем нет',
  'Nothing matches “{search}”. Try another word.': 'По запросу «{search}» ничего нет. Попробуйте другое слово.',
  'No flows': 'Потоков нет',
  'No flows yet': 'Потоков пока нет',
  'A flow is a drawing of who may talk to whom. Draw one with “New flow”, talk to it, and see every decision it makes. Or begin with a template: one click, and it answers.':
    'Поток — это рисунок того, кто с кем может говорить. Нарисуйте его кнопкой «Новый поток», поговорите с ним и увидьте каждое решение. Или начните с шаблона: один щелчок — и он отвечает.',
  'From example': 'Из примера',
  'Which model answers': 'Какая модель отвечает',
  'The {model} answers: it follows a script, needs no key and sends nothing anywhere.':
    'Отвечает {model}: она следует сценарию, не требует ключа и ничего никуда не отправляет.',
  'rehearsal model': 'репетиционная модель',
  'Connect a model': 'Подключить модель',
  'Recently deleted': 'Недавно удалённые',
  'Deleted {ago}, kept until {day}': 'Удалён {ago}, хранится до {day}',
  'Restore {name}': 'Восстановить {name}',
  Restore: 'Восстановить',
  'Delete for good: {name}': 'Удалить навсегда: {name}',
  'Delete for good': 'Удалить навсегда',
  'Delete for good?': 'Удалить навсегда?',
  '“{name}” goes with its versions and its conversations. It cannot be brought back.':
    '«{name}» удаляется вместе с версиями и беседами. Вернуть его будет нельзя.',
  'Keep it': 'Оставить',
  'The files were not imported': 'Файлы не импортированы',
  'There are {count} of them; {most} can be imported at once.':
    'Их {count}, а за один раз можно импортировать не больше {most}.',
  '{count, plural, one {# file was imported.} other {# files were imported.}}':
    '{count, plural, one {Импортирован # файл.} few {Импортировано # файла.} many {Импортировано # файлов.} other {Импортировано # файла.}}',
  '{count, plural, one {# file was not imported} other {# files were not imported}}':
    '{count, plural, one {Не импортирован # файл} few {Не импортировано # файла} many {Не импортировано # файлов} other {Не импортировано # файла}}',
  'It has {size} MB. A flow has 20 MB at most, and a run 30 MB.':
    'В нём {size} МБ. Поток занимает не больше 20 МБ, запуск не больше 30 МБ.',
  '“{name}” could not be read. Is it a folder? Drop the files that are in it.':
    '«{name}» прочитать не удалось. Это папка? Перетащите файлы, которые в ней лежат.',
  '“{name}”: {why}': '«{name}»: {why}',
  '“{name}” was not imported': '«{name}» не импортирован',
  '“{name}” is back.': '«{name}» снова на месте.',
  '“{name}” is deleted.': '«{name}» удалён.',
  Undo: 'Отменить',
  'The flow could not be brought back': 'Не удалось вернуть поток',
  'The flow could not be deleted': 'Не удалось удалить поток',
  'The flow could not be made': 'Не удалось создать поток',
  'The example could not be opened': 'Не удалось открыть пример',
  'That is not a flow': 'Это не поток',
  'The flow could not be renamed': 'Не удалось переименовать поток',
  'The flow could not be duplicated': 'Не удалось дублировать поток',
  'The flow could not be exported': 'Не удалось экспортировать поток',
  'Untitled flow': 'Поток без имени',
}
