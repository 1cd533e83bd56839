/** Russian: what is wrong with a flow. */
import type { Translations } from '../translate'
import type { PROBLEMS_ZH } from '../zh/problems'

export const PROBLEMS_RU: Translations<typeof PROBLEMS_ZH> = {
  '“{name}” cannot be a slot. Use letters, digits and _, a letter first.':
    '«{name}» не может быть слотом. Используйте буквы, цифры и _, начиная с буквы.',
  '“{name}” cannot be chosen: {reason} Choose another node.': '«{name}» выбрать нельзя: {reason} Выберите другой узел.',
  '“{name}” cannot be read at character {position}: {fault}. Correct the expression.':
    '«{name}» не читается на знаке {position}: {fault}. Исправьте выражение.',
  '“{label}” cannot be read at character {position}: {fault}. Correct the expression.':
    '«{label}»: не читается на знаке {position}: {fault}. Исправьте выражение.',
  "“{label}” names the variable “{name}”, which is not declared. Declare it in the flow's settings.":
    '«{label}» называет переменную «{name}», которая не объявлена. Объявите её в настройках потока.',
  '{problem} If it is a text, put it in quotes.': '{problem} Если это текст, возьмите его в кавычки.',
  '“{name}” cannot be the name of a variable, in which the field is kept. Letters, digits and _, a letter first, at most 64.':
    'Поле хранится в переменной, а «{name}» не может быть именем переменной. Буквы, цифры и _, сначала буква, не более 64 знаков.',
  '“{name}” cannot be the name of a variable. Letters, digits and _, a letter first, at most 64.':
    '«{name}» не может быть именем переменной. Буквы, цифры и _, сначала буква, не более 64 знаков.',
  'Row {number}: “{name}” cannot be the name of a variable. Letters, digits and _, a letter first, at most 64.':
    'Строка {number}: «{name}» не может быть именем переменной. Буквы, цифры и _, сначала буква, не более 64 знаков.',
  '“{name}” cannot reply: it holds any number of tools. Join the one tool that is to reply.':
    '«{name}» не может отвечать: в нём может быть сколько угодно инструментов. Подключите один инструмент, который должен ответить.',
  'A pool cannot reply: “{name}” holds any number of tools. Join the one tool that is to reply.':
    'Пул не может отвечать: в «{name}» может быть сколько угодно инструментов. Подключите один инструмент, который должен ответить.',
  'A pool cannot be in another pool. Join “{name}” to the participants that use it.':
    'Пул не может быть внутри другого пула. Соедините «{name}» с участниками, которые им пользуются.',
  '“{name}” has no branch “{port}”. Join the edge to another branch, remove it, or give a branch that name.':
    'У «{name}» нет ветви «{port}». Присоедините связь к другой ветви, уберите её или назовите так одну из ветвей.',
  '“{name}” is not a header that can be sent. Correct its name and its value.':
    '«{name}» — не заголовок, который можно отправить. Исправьте его имя и значение.',
  'The header {name} says how the request is sent, so it cannot be set. Take it out.':
    'Заголовок {name} определяет, как отправляется запрос, поэтому задать его нельзя. Уберите его.',
  'The header Authorization holds the key of the connection, which a flow cannot replace. Take it out, and store the key with the connection.':
    'Заголовок Authorization содержит ключ подключения, и поток не может его заменить. Уберите его и сохраните ключ в подключении.',
  'The header {name} seems to have a secret itself. Store the secret in Settings, Secrets, and write its name in braces, such as {example}.':
    'Похоже, секрет записан прямо в заголовке {name}. Сохраните секрет в «Настройки», «Секреты» и напишите его имя в фигурных скобках, например {example}.',
  '“{name}” is not a valid tool name. Use letters, digits, _ and -, at most 64.':
    '«{name}» не годится как имя инструмента. Используйте буквы, цифры, _ и -, не более 64 знаков.',
  '“{name}”, the other name of “{source}”, is not a valid tool name. Use letters, digits, _ and -, at most 64.':
    '«{name}», другое имя «{source}», не годится как имя инструмента. Используйте буквы, цифры, _ и -, не более 64 знаков.',
  '“{source}” cannot be renamed to “{name}”: another tool of the pool has that name. Choose another name.':
    '«{source}» нельзя переименовать в «{name}»: так уже называется другой инструмент пула. Выберите другое имя.',
  'The pool has no tool “{source}” that could get another name or description. Correct the name, or remove it.':
    'В пуле нет инструмента «{source}», которому можно дать другое имя или описание. Исправьте имя или уберите его.',
  'The pool has no tools yet. Draw edges from it to tools.':
    'В пуле пока нет инструментов. Проведите от него связи к инструментам.',
  '“{name}” is the name of another port. Choose another one.': '«{name}» — имя другого порта. Выберите другое.',
  'A branch needs a name.': 'Ветви нужно имя.',
  'Another branch is called “{name}” too. Choose another name.':
    'Другая ветвь тоже называется «{name}». Выберите другое имя.',
  'Branch {number}: {issue}': 'Ветвь {number}: {issue}',
  'There are no branches yet. Add one with an expression, such as {example}.':
    'Ветвей пока нет. Добавьте ветвь с выражением, например {example}.',
  'The branch “{name}” has no expression. Write one, such as {example}, or remove the branch.':
    'У ветви «{name}» нет выражения. Напишите его, например {example}, или уберите ветвь.',
  'The branch “{name}” leads nowhere: where it holds, the sequence ends. Draw an edge from it, or lead it to an End.':
    'Ветвь «{name}» никуда не ведёт: когда условие выполняется, последовательность кончается. Проведите от неё связь или ведите её к концу.',
  '“{port}” leads nowhere: there the sequence ends. Draw an edge from it, or lead it to an End.':
    '«{port}» никуда не ведёт: там последовательность кончается. Проведите от него связь или ведите его к концу.',
  'Nothing ever goes on at “Timed out”, since there is no time limit. Set one, or remove the edge.':
    'По порту «Время вышло» ничего не пойдёт, так как предела времени нет. Задайте его или уберите связь.',
  'There is no question yet. Write what the person is asked.': 'Вопроса пока нет. Напишите, о чём спросить человека.',
  'The field “{name}” is {types}, and the variable of that name is {type}. Give both one type.':
    'Поле «{name}» имеет тип {types}, а одноимённая переменная — тип {type}. Дайте обоим один тип.',
  'The slot “{name}” is {types}, and the variable of that name is {type}. Give both one type.':
    'Слот «{name}» имеет тип {types}, а одноимённая переменная — тип {type}. Дайте обоим один тип.',
  'Line {line} of the code cannot be read: {message}. Correct it.':
    'Строка {line} кода не читается: {message}. Исправьте её.',
  '{what} has no code yet. Export a function called run.': '{what}: кода пока нет. Экспортируйте функцию с именем run.',
  '{what} exports nothing. Write `{example}`.': '{what}: ничего не экспортируется. Напишите `{example}`.',
  '“{host}” is not a host. Write a name or an address, such as api.example.com or 127.0.0.1:8080.':
    '«{host}» — не хост. Напишите имя или адрес, например api.example.com или 127.0.0.1:8080.',
  'There is nobody to forward to. Draw candidates or name a base choice.':
    'Передать некому. Нарисуйте кандидатов или назовите базовый выбор.',
  'The base choice of {own} is “{baseChoice}”, which is not on the canvas. Choose another one.':
    'Базовый выбор {own} — «{baseChoice}», которого нет на холсте. Выберите другой.',
  'The base choice of {own} is {name}, to which no candidate edge leads: it runs when nobody can be picked, but is never offered. Draw the edge to offer it too.':
    'Базовый выбор {own} — {name}, но к нему не ведёт связь кандидата: он работает, когда выбрать некого, но не предлагается. Проведите связь, чтобы предлагался и он.',
  'Once “{name}” has brought the user here, nothing leads back. Switch on “Watch for topic switches” in “{name}”, or set “Hands back” of the edge to “When it has answered”.':
    'Когда «{name}» приводит сюда пользователя, пути назад нет. Включите «Следить за сменой темы» в «{name}» или выберите для «Возвращает» у связи «Когда ответил».',
  'Once “{name}” has brought the user here, nothing leads out again. Add an observer that watches for the end or set “Hands back” of the edge to “When it has answered”.':
    'Когда «{name}» приводит сюда пользователя, выхода отсюда нет. Добавьте наблюдателя, который следит за концом, или выберите для «Возвращает» у связи «Когда ответил».',
  'Once “{name}” has brought the user here, nothing leads out again. Add an observer that watches for the end, switch on “Watch for topic switches” in “{name}”, or set “Hands back” of the edge to “When it has answered”.':
    'Когда «{name}» приводит сюда пользователя, выхода отсюда нет. Добавьте наблюдателя, который следит за концом, включите «Следить за сменой темы» в «{name}» или выберите для «Возвращает» у связи «Когда ответил».',
  'The supervisor cannot tell what this dialog is for. Fill in “Used for”.':
    'Супервизор не знает, для чего этот диалог. Заполните «Для чего нужен».',
  'The model cannot tell what this tool is for. Describe what it does here, or describe the flow in its settings.':
    'Модель не знает, для чего этот инструмент. Опишите здесь, что он делает, или опишите поток в его настройках.',
  'The address must begin with http:// or https://, not “{url}”.':
    'Адрес должен начинаться с http:// или https://, а не с «{url}».',
  'The base address must begin with http:// or https://, not “{base}”.':
    'Базовый адрес должен начинаться с http:// или https://, а не с «{base}».',
  'The tool has no address yet. Fill in its address.': 'У инструмента пока нет адреса. Заполните его.',
  'The arguments must be a JSON schema of type object.': 'Аргументы должны быть схемой JSON типа object.',
  'There is no list yet. Name a variable, such as {example}, or write an expression.':
    'Списка пока нет. Назовите переменную, например {example}, или напишите выражение.',
  'Nothing is done with the items. Draw an edge from “Each item” to whoever works on them.':
    'С элементами ничего не делается. Проведите связь от «Каждый элемент» к тому, кто их обрабатывает.',
  'The variable “{name}” has another use here already. Choose another name.':
    'Переменная «{name}» здесь уже занята другим. Выберите другое имя.',
  'The results are a list, and the variable “{results}” is {type}. Make it JSON, or choose another one.':
    'Результаты — это список, а переменная «{results}» — {type}. Сделайте её JSON или выберите другую.',
  'The server has no program yet. Fill in the command, or paste its configuration.':
    'У сервера пока нет программы. Заполните команду или вставьте его конфигурацию.',
  'The server has no address yet. Fill in its address, or paste its configuration.':
    'У сервера пока нет адреса. Заполните его или вставьте его конфигурацию.',
  'The argument “{argument}” looks like a secret. Give it as a variable that takes a stored secret, if the server has one.':
    'Аргумент «{argument}» похож на секрет. Если сервер это умеет, передайте его переменной, которая берёт сохранённый секрет.',
  '“{variable}” is not a variable name. Use letters, digits and _.':
    '«{variable}» — не имя переменной. Используйте буквы, цифры и _.',
  'The variable {variable} seems to have a secret itself. Store the secret in Settings, Secrets, and give its name here.':
    'Похоже, секрет записан прямо в переменной {variable}. Сохраните секрет в «Настройки», «Секреты» и укажите здесь его имя.',
  'The variable {variable} takes the value of a stored secret. Give the name of one, of letters, digits, _, - and dots.':
    'Переменная {variable} берёт значение сохранённого секрета. Укажите его имя: буквы, цифры, _, - и точки.',
  'The address looks as if a secret is in it. Use a header with the name of a stored secret instead, if the server takes one.':
    'Похоже, в адресе есть секрет. Если сервер это принимает, используйте заголовок с именем сохранённого секрета.',
  'The address has a user name or a password in it. Use a header with the name of a stored secret.':
    'В адресе есть имя пользователя или пароль. Используйте заголовок с именем сохранённого секрета.',
  'The message is empty. Fill in what to say.': 'Сообщение пустое. Напишите, что сказать.',
  "Carryover configuration must contain a 'summary_method' key. Choose all, last_msg, reflection_with_llm or code.":
    "В настройке переноса должен быть ключ 'summary_method'. Выберите all, last_msg, reflection_with_llm или code.",
  'The carry-over has the summary method “{summaryMethod}”, which does not exist. Choose all, last_msg, reflection_with_llm or code.':
    'У переноса способ сводки «{summaryMethod}», которого нет. Выберите all, last_msg, reflection_with_llm или code.',
  'The summary method “all” is only for what the first chat is told. Choose last_msg, reflection_with_llm, none or code.':
    'Способ сводки «all» годится только для того, что сообщается первому чату. Выберите last_msg, reflection_with_llm, none или code.',
  'The summary method “{method}” does not exist. Choose last_msg, reflection_with_llm, none or code.':
    'Способа сводки «{method}» нет. Выберите last_msg, reflection_with_llm, none или code.',
  'Nobody is asked in this nested chat. Draw recipients.':
    'В этом вложенном чате никого не спрашивают. Нарисуйте получателей.',
  'Chat {number} leaves out chat {excluded} of what is carried over, which comes later. Correct it.':
    'Чат {number} исключает из переноса чат {excluded}, который идёт позже. Исправьте это.',
  'Chat {number} has no message, so it is skipped. Write what it is told.':
    'У чата {number} нет сообщения, поэтому он пропускается. Напишите, что ему сообщается.',
  'Chat {number} runs beside others and has no id. Give it one.':
    'Чат {number} идёт рядом с другими и не имеет идентификатора. Дайте его.',
  'Two chats have the id “{chatId}”. Change one.': 'У двух чатов один идентификатор «{chatId}». Измените один из них.',
  'Chat {number} waits for “{id}”, and no chat has that id. Correct it.':
    'Чат {number} ждёт «{id}», но чата с таким идентификатором нет. Исправьте это.',
  'The chats {chats} wait for each other. Take a prerequisite away.':
    'Чаты {chats} ждут друг друга. Уберите одно из предварительных условий.',
  'Nothing to collect yet. Add a slot for each thing that it should find out.':
    'Собирать пока нечего. Добавьте слот для каждой вещи, которую нужно узнать.',
  'The question has no outcomes yet. Add an answer and what follows from it.':
    'У вопроса пока нет исходов. Добавьте ответ и то, что из него следует.',
  'Write the question that this observer asks.': 'Напишите вопрос, который задаёт этот наблюдатель.',
  'There is no OpenAPI document yet. Import one.': 'Документа OpenAPI пока нет. Импортируйте его.',
  '“{document}” is not the address of a document.': '«{document}» — не адрес документа.',
  'The calls go wherever the document says, so any host would have to be allowed. Fill in the base address.':
    'Вызовы идут туда, куда укажет документ, поэтому пришлось бы разрешить любой хост. Заполните базовый адрес.',
  'The document does not say where the API is. Fill in the base address.':
    'В документе не сказано, где находится API. Заполните базовый адрес.',
  '“{name}” would be offered more than {most} tools at once, which most models refuse. Choose operations, or put a tool pool between.':
    '«{name}» получил бы сразу больше {most} инструментов, от чего большинство моделей отказывается. Выберите операции или поставьте между ними пул инструментов.',
  'This is not an OpenAPI 3 document. Import another one.': 'Это не документ OpenAPI 3. Импортируйте другой.',
  'The document has no paths, so there is nothing to call. Import another one.':
    'В документе нет путей, вызывать нечего. Импортируйте другой.',
  'The schema of the structured output is not a JSON schema: {fault}. Correct it.':
    'Схема структурированного вывода — не схема JSON: {fault}. Исправьте её.',
  'The schema of the structured output names no fields, so any object would do. Name what the reply holds under “properties”.':
    'Схема структурированного вывода не называет полей, подошёл бы любой объект. Назовите под «properties», что содержит ответ.',
  'The variable “{name}” holds a {type}, and the structured output is a JSON object. Make it a variable of type JSON, or choose another.':
    'Переменная «{name}» имеет тип {type}, а структурированный вывод — объект JSON. Сделайте её переменной типа JSON или выберите другую.',
  'There is nothing to read yet. Add a document.': 'Читать пока нечего. Добавьте документ.',
  "The document “{name}” is the file “{path}”, which is read only on the command line, beside the flow's own file. To use it in the app, remove it here and add the file with “Add files”.":
    'Документ «{name}» — это файл «{path}», который читается только в командной строке рядом с файлом потока. Чтобы использовать его в приложении, уберите его здесь и добавьте файл кнопкой «Добавить файлы».',
  'There is nothing to plan with. Draw a tool, or name the model’s own step.':
    'Планировать не с чем. Нарисуйте инструмент или назовите собственный шаг модели.',
  '{what} cannot be read as a JSON schema: {fault}. Models may be refused it. Correct it.':
    '{what} не читается как схема JSON: {fault}. Модели могут её не принять. Исправьте её.',
  'Without a search connection this worker can only say that it cannot search. Choose one.':
    'Без поискового подключения этот исполнитель может лишь сказать, что искать не умеет. Выберите подключение.',
  'Nothing is set yet. Add a variable and its value.': 'Пока ничего не задано. Добавьте переменную и её значение.',
  'Start leads nowhere. Draw an edge from it to the step that speaks first.':
    'Начало никуда не ведёт. Проведите от него связь к шагу, который говорит первым.',
  'The task graph leads to no worker. Draw an intent, a first worker, or a fallback worker.':
    'Граф задач не ведёт ни к одному исполнителю. Нарисуйте намерение, первого исполнителя или запасного.',
  'The schema names no slots. Describe them under “properties”, or empty the field.':
    'Схема не называет слотов. Опишите их под «properties» или очистите поле.',
  'No flow is chosen. Choose the one that is to run here.':
    'Поток не выбран. Выберите тот, который должен выполняться здесь.',
  'The flow inside cannot be read. {message}': 'Поток внутри не читается. {message}',
  'In “{name}”: {problem}': 'В «{name}»: {problem}',
  'In “{name}”: Start leads to nobody who can speak. Draw an edge from it to a supervisor or an agent.':
    'В «{name}»: начало не ведёт ни к кому, кто может говорить. Проведите от него связь к супервизору или агенту.',
  'The flow “{name}” would run inside itself. Choose another flow.':
    'Поток «{name}» выполнялся бы внутри самого себя. Выберите другой поток.',
  'Flows are nested more than {most} deep here. Draw some of the inner ones into one flow.':
    'Потоки здесь вложены глубже {most} уровней. Объедините часть внутренних в один поток.',
  "The extra field “{name}” of the model is Baton's own and cannot be set. Take it out.":
    'Дополнительное поле модели «{name}» принадлежит Baton, задать его нельзя. Уберите его.',
  'The model is to call “{toolChoice}” first, which is not offered here. Choose one of: {offers}.':
    'Модель должна сначала вызвать «{toolChoice}», который здесь не предлагается. Выберите одно из: {offers}.',
  'The node has no name. Give it one.': 'У узла нет имени. Дайте его.',
  'Another node is called “{name}” too. Give this one a name of its own.':
    'Другой узел тоже называется «{name}». Дайте этому собственное имя.',
  'It has the same code as “{other}”: {value}. Give one of them another code.':
    'У него тот же код, что у «{other}»: {value}. Дайте одному из них другой код.',
  'It has the same name as “{other}”: {value}. Give one of them another name.':
    'У него то же имя, что у «{other}»: {value}. Дайте одному из них другое имя.',
  'The flow has no start. Add a Start node and lead it to the step that speaks first.':
    'У потока нет начала. Добавьте узел «Начало» и ведите его к шагу, который говорит первым.',
  'A flow has one start only. Remove this one.': 'У потока может быть только одно начало. Уберите это.',
  'Nothing leads here from the start, so it never takes part. Draw an edge to it, or remove it.':
    'От начала сюда ничего не ведёт, поэтому узел никогда не участвует. Проведите к нему связь или уберите его.',
  'This Baton does not know the kind “{kind}”. Remove the node, or open the flow in the Baton that made it.':
    'Этот Baton не знает вид «{kind}». Уберите узел или откройте поток в том Baton, в котором он сделан.',
  'This Baton does not know the edge kind “{kind}”. Remove the edge, or open the flow in the Baton that made it.':
    'Этот Baton не знает вид связи «{kind}». Уберите связь или откройте поток в том Baton, в котором он сделан.',
  'This Baton does not know the kind “{kind}”. The node is kept as it is, and the flow cannot run with it.':
    'Этот Baton не знает вид «{kind}». Узел оставлен как есть, но поток с ним не запустится.',
  'This Baton does not know the edge kind “{kind}”. The edge is kept as it is, and the flow cannot run with it.':
    'Этот Baton не знает вид связи «{kind}». Связь оставлена как есть, но поток с ней не запустится.',
  'The file was written as version {from} and was brought up to version {to}. Saving keeps the new version.':
    'Файл записан в версии {from} и приведён к версии {to}. При сохранении останется новая версия.',
  '{path}: {message}. Correct the field.': '{path}: {message}. Исправьте поле.',
  "{path}: {message}. Correct it in the flow's settings.": '{path}: {message}. Исправьте это в настройках потока.',
  '{part}: {problem}': '{part}: {problem}',
  'The prompt lost {slots}, and nothing works without {count, plural, one {it} other {them}}. Put {count, plural, one {it} other {them}} back, or empty the field for the built-in prompt.':
    'Из промпта пропало {slots}, а без {count, plural, one {этого} few {них} many {них} other {них}} ничего не работает. Верните или очистите поле, чтобы взять встроенный промпт.',
  'The prompt lost {slots}. Put {count, plural, one {it} other {them}} back, or empty the field for the built-in prompt.':
    'Из промпта пропало {slots}. Верните {count, plural, one {это} few {их} many {их} other {их}} или очистите поле, чтобы взять встроенный промпт.',
  "The swarm's manager chooses who speaks next, and has no model. Choose one in the flow's settings, or another way to go on after work.":
    'Менеджер роя выбирает, кто говорит дальше, но у него нет модели. Выберите её в настройках потока или другой способ продолжать после работы.',
  "The swarm begins with the node “{initial}”, which is not in the flow. Choose another first agent in the flow's settings.":
    'Рой начинается с узла «{initial}», которого нет в потоке. Выберите другого первого агента в настройках потока.',
  "The swarm begins with “{name}”, which cannot speak. Choose another first agent in the flow's settings.":
    'Рой начинается с «{name}», который не может говорить. Выберите другого первого агента в настройках потока.',
  'Rehearsal rule {number}: the pattern in “{key}” cannot be used: {fault}. Correct it in the rehearsal script.':
    'Правило репетиции {number}: шаблон в «{key}» использовать нельзя: {fault}. Исправьте его в сценарии репетиции.',
  'Rehearsal rule {number} waits for “{speaker}”, and no node is called that. Correct the name in the rehearsal script.':
    'Правило репетиции {number} ждёт «{speaker}», но узла с таким именем нет. Исправьте имя в сценарии репетиции.',
  '{count} tools and hand-offs are drawn here. OpenAI and others take {most}, so the last {rest} tools would not be offered there. Put tools into a pool that searches, or switch some off.':
    'Здесь нарисовано инструментов и передач: {count}. OpenAI и другие принимают {most}, поэтому последние {rest} там не предлагались бы. Сложите инструменты в пул с поиском или отключите часть.',
  "The description of {name} has {count} characters. Some servers of OpenAI's models take {most}, and would get only its beginning. Shorten it.":
    'В описании {name} знаков: {count}. Некоторые серверы моделей OpenAI принимают {most} и получили бы лишь начало. Сократите его.',
  'The edge begins at “{node}”, which is not in the flow. Remove it, or join it to a node.':
    'Связь начинается у «{node}», которого нет в потоке. Уберите её или присоедините к узлу.',
  'The edge leads to “{node}”, which is not in the flow. Remove it, or join it to a node.':
    'Связь ведёт к «{node}», которого нет в потоке. Уберите её или присоедините к узлу.',
  'The edge leads back to its own node. Join it to another one.':
    'Связь ведёт обратно к своему же узлу. Присоедините её к другому.',
  'The same edge is drawn twice. Remove one of the two.': 'Одна и та же связь нарисована дважды. Уберите одну из двух.',
  '{kind} has no port “{port}”. Remove the {edge} edge and draw it again.':
    '{kind}: порта «{port}» нет. Уберите связь «{edge}» и проведите её заново.',
  'The port “{port}” carries {carries} edges, not {edge}. Remove the edge and draw it again.':
    'Порт «{port}» — для связей «{carries}», а не «{edge}». Уберите связь и проведите её заново.',
  'The {edge} edge ends at “{name}”: {reason} Join it to another node.':
    'Связь «{edge}» ведёт к «{name}»: {reason} Присоедините её к другому узлу.',
  '“{port}” takes {count, plural, one {one edge} other {# edges}} only. Remove this one.':
    '«{port}» принимает только {count, plural, one {# связь} few {# связи} many {# связей} other {# связи}}. Уберите эту.',
  '{another} is called “{name}” too. Give one of them another tool name.':
    '{another} тоже называется «{name}». Дайте одному из них другое имя инструмента.',
  'Another hand-off of this agent': 'Другая передача этого агента',
  'Another one that it may ask': 'Другой, кого он может спросить',
  'An edge with an option ends at its own agent. Clear the option, or draw it again.':
    'Связь с вариантом ведёт к своему же агенту. Уберите вариант или проведите её заново.',
  'The intent is empty, so nobody can tell when it is meant. Say what the user wants, or “none” for always.':
    'Намерение пустое, и непонятно, когда оно имеется в виду. Напишите, чего хочет пользователь, или «none», если всегда.',
  'The hand-off is decided by variables and has no condition. Write one, such as {example}.':
    'Передачу решают переменные, а условия нет. Напишите его, например {example}.',
  '{first} and {second} are both offered under the tool name “{name}”. {fix}':
    '{first} и {second} предлагаются под одним именем инструмента «{name}». {fix}',
  'Give one of them another tool name.': 'Дайте одному из них другое имя инструмента.',
  'Prefix with pool name: switch that on in “{name}”, or give one of them another tool name.':
    'Имя пула как приставка: включите это в «{name}» или дайте одному из них другое имя инструмента.',
  'Join one of them through a tool pool of its own, and switch on “Prefix with pool name” there.':
    'Подключите один из них через отдельный пул и включите там «Имя пула как приставка».',
  '{first} and {second} both offer {names}; what {first} offers is used. {fix}':
    '{first} и {second} оба предлагают {names}; используется то, что предлагает {first}. {fix}',
  '{names} and {count} more': '{names} и ещё {count}',
  '{name} of “{pool}”': '{name} из «{pool}»',
}
