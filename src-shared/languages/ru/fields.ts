/** Russian: what each field of a node or an edge is for. */
import type { Translations } from '../translate'
import type { FIELDS_ZH } from '../zh/fields'

export const FIELDS_RU: Translations<typeof FIELDS_ZH> = {
  'Read by whoever hands over to it, brings it in or asks it.':
    'Читает тот, кто передаёт ему, подключает или спрашивает его.',
  'Who its model is, and how it should work.': 'Кто его модель и как она должна работать.',
  'Stands for the instruction: exports run(args, baton) and gives back the text. args.prompt is the instruction as it would be without.':
    'Заменяет инструкцию: экспортирует run(args, baton) и возвращает текст. args.prompt — инструкция без этого кода.',
  'Before each reply of a dialog, checks whether the user wants something else.':
    'Перед каждым ответом диалога проверяет, не хочет ли пользователь другого.',
  'Which model answers here, and how it is asked.': 'Какая модель здесь отвечает и как её спрашивают.',
  'Told once more after the history, where models forget the instruction.':
    'Повторяется после истории, если модели забывают инструкцию.',
  'What it is told when it speaks before the user does.': 'Что ему сообщается, когда он говорит раньше пользователя.',
  'How a model is asked whether the user wants something else.':
    'Как модель спрашивают, не хочет ли пользователь другого.',
  'When the switch check names another helper, it takes the message without a call of the supervisor.':
    'Когда проверка называет другого помощника, он берёт сообщение без вызова супервизора.',
  'The turn ends when this many are used. The participant is warned at 80 %.':
    'Ход завершается, когда израсходовано столько. При 80 % участник получает предупреждение.',
  'What its model calls may cost in one turn, by the prices of the connection.':
    'Сколько могут стоить его вызовы модели за один ход, по ценам подключения.',
  'In all turns of a thread together. From then on each turn ends that comes to this participant, until the budget is raised.':
    'Во всех ходах беседы вместе. Дальше каждый ход, который доходит до этого участника, заканчивается, пока бюджет не повысят.',
  'What its model calls may cost in a whole thread, by the prices of the connection.':
    'Сколько могут стоить его вызовы модели за всю беседу по ценам подключения.',
  'How long its model calls and tools may take in a whole thread, all together.':
    'Сколько времени вместе могут занять его вызовы модели и инструменты за всю беседу.',
  'How long its model calls and tools may take in one turn, all together.':
    'Сколько времени вместе могут занять его вызовы модели и инструменты за один ход.',
  'no budget': 'без бюджета',
  'How often it may call tools before it has to answer.': 'Сколько раз можно вызывать инструменты до ответа.',
  'The supervisor chooses by this text. Start it with “Used for”.':
    'Супервизор выбирает по этому тексту. Начните его с «Used for».',
  'Spoken word for word when the dialog starts, without a model call.':
    'Произносится дословно в начале диалога, без вызова модели.',
  'The name by which the supervisor calls it.': 'Имя, по которому его вызывает супервизор.',
  'The short name by which checks and answers of models know it.': 'Короткое имя для проверок и ответов моделей.',
  'What happens when it is brought in again after its end.': 'Что происходит, когда его подключают снова после конца.',
  'The reply is one JSON object by a schema. It is checked, asked for again with what is wrong, and kept as a variable.':
    'Ответ — один объект JSON по схеме. Он проверяется, при ошибке запрашивается снова и хранится в переменной.',
  'What it looks for in the conversation.': 'Что он ищет в беседе.',
  'Whether it looks before the model answers or at the answer.': 'Смотрит ли он до ответа модели или сам ответ.',
  'One that waits can be replaced or kept back, and is not shown while it streams. By type, a guard holds it.':
    'Ожидающий ответ можно заменить или удержать, при выводе он не виден. Охраняющий тип удерживает его.',
  'How its model is asked.': 'Как спрашивают его модель.',
  'Exports run(args, baton). args has message, reply, description and slots. Give back nothing to go on, a text to say instead, or { then, text, slots }, where then is continue, finish, interrupt, steer or reply.':
    'Экспортирует run(args, baton). В args есть message, reply, description и slots. Ничего не верните, чтобы продолжить, верните текст взамен или { then, text, slots }, где then — continue, finish, interrupt, steer или reply.',
  'What it collects from the conversation.': 'Что он собирает из беседы.',
  'A slot and the variable that has its value. One that is not here has the variable of its own name; an empty one has none.':
    'Слот и переменная с его значением. Не указанный здесь берёт переменную со своим именем; пустой — никакой.',
  'What follows from each answer. An unclear answer: the conversation goes on.':
    'Что следует из каждого ответа. При неясном ответе беседа продолжается.',
  'Which model looks, and how it is asked.': 'Какая модель смотрит и как её спрашивают.',
  'The checks for intents and slots read what the conversation is about.':
    'Проверки намерений и слотов читают, о чём беседа.',
  'Ends the turn after so many workers, so that no circle runs for ever.':
    'Завершает ход после стольких исполнителей, чтобы круг не был вечным.',
  'How a model is asked which intent the user has.': 'Как модель спрашивают о намерении пользователя.',
  'A JSON schema. Each message costs one more call, which fills variables of these names; workers are told what is missing.':
    'Схема JSON. Каждое сообщение стоит ещё один вызов, который заполняет переменные с этими именами; исполнителям сообщают, чего не хватает.',
  'How a model is asked for the values of the slots.': 'Как модель спрашивают о значениях слотов.',
  'Which model checks intents and fills slots.': 'Какая модель проверяет намерения и заполняет слоты.',
  'Whoever chooses between workers reads this.': 'Читает тот, кто выбирает между исполнителями.',
  'The message, as it is or as the model may put it.': 'Сообщение как есть или в изложении модели.',
  'Says the message as it stands and calls no model.': 'Произносит сообщение как есть, не вызывая модель.',
  'How the model should use the message.': 'Как модель должна использовать сообщение.',
  'What it answers from. The texts are kept in the flow.': 'По чему он отвечает. Тексты хранятся в потоке.',
  'How many excerpts the model reads for one answer.': 'Сколько фрагментов модель читает для ответа.',
  'Whether each message is looked up, or only when the model asks for it.':
    'Искать по каждому сообщению или только по просьбе модели.',
  'How its model should use the excerpts.': 'Как модель должна использовать фрагменты.',
  'The web search of your settings that it asks.': 'Какой поиск из ваших настроек он использует.',
  'How many results the model reads for one answer.': 'Сколько результатов модель читает для ответа.',
  'How its model should use the results.': 'Как модель должна использовать результаты.',
  'Who answers when the model names none of the candidates.': 'Кто отвечает, если модель не назвала кандидата.',
  'How often the model is asked until it names one of the candidates.':
    'Сколько раз спрашивать модель, пока она не назовёт кандидата.',
  'What the chosen worker is for, in words that the model reads.':
    'Для чего нужен выбранный исполнитель, словами для модели.',
  'How a model is asked to choose between the candidates.': 'Как модель просят выбрать кандидата.',
  'Which model chooses here, and how it is asked.': 'Какая модель здесь выбирает и как её спрашивают.',
  'Whoever hands off to it, brings it in or asks it reads this.':
    'Читает тот, кто передаёт ему беседу, подключает или спрашивает его.',
  'What follows when no edge above fits.': 'Что следует, когда ни одна связь выше не подходит.',
  'Asked when it has answered: exports run(args, baton) and gives back the name of somebody to whom an edge leads from here, TERMINATE, REVERT_TO_USER, STAY or SWARM_MANAGER. args.candidates has the names of those to whom one leads. Nothing: as is drawn.':
    'Вызывается после ответа: экспортирует run(args, baton) и возвращает имя того, к кому отсюда ведёт связь, либо TERMINATE, REVERT_TO_USER, STAY или SWARM_MANAGER. В args.candidates — имена доступных. Ничего: как нарисовано.',
  'Which tools of its connected pools the model sees.': 'Какие инструменты подключённых пулов ему предлагаются.',
  'Whoever may hand off to it reads this.': 'Читает тот, кто может передать ему беседу.',
  'How much of the conversation so far the first chat begins with.': 'С какой частью беседы начинается первый чат.',
  'Each chat then needs an id; what has to come first is named in its prerequisites.':
    'Тогда каждому чату нужен идентификатор; что должно быть раньше, указано в его условиях.',
  'Which model plans, and answers from what the steps found.':
    'Какая модель планирует и отвечает по найденному шагами.',
  'How often the planner may try until its plan can be read.':
    'Сколько попыток у планировщика, пока план не станет читаемым.',
  'Whether the plan goes on when a tool fails.': 'Продолжается ли план при сбое инструмента.',
  'How many steps of a plan may run side by side.': 'Сколько шагов плана могут идти параллельно.',
  'How long one step may take before it counts as failed.': 'Сколько может длиться шаг, прежде чем считаться сбоем.',
  'How often a step that failed is tried again.': 'Сколько раз повторять неудавшийся шаг.',
  'You approve the plan, edit it or refuse it, in the chat.': 'Вы утверждаете, правите или отклоняете план в чате.',
  'Made when what was found is not enough to answer.': 'Составляются, когда найденного мало для ответа.',
  'A step that the model does by itself, such as taking one fact out of a long result. Empty: none.':
    'Шаг, который модель делает сама, например извлекает факт из длинного результата. Пусто: нет.',
  '0: tools get it as it is.': '0: инструменты получают как есть.',
  'What planner and solver are told. Each has a built-in text.':
    'Что сообщается планировщику и решателю. У каждого есть встроенный текст.',
  'How many of the tools a participant is offered in one turn.': 'Сколько инструментов предлагается участнику за ход.',
  'Tools that are less like what is looked for are left out.': 'Менее похожие инструменты опускаются.',
  'Whether tools are searched by the words of their descriptions or by what these mean.':
    'Искать инструменты по словам описаний или по смыслу.',
  'The part of the conversation that tools are searched for.': 'Часть беседы, по которой ищут инструменты.',
  'The pool’s name goes before the names of its tools, where two pools have tools of the same name.':
    'Имя пула ставится перед именами инструментов, если в двух пулах есть одноимённые.',
  'The nearest tools are taken first, then the disabled and distant ones are dropped, so fewer may be left.':
    'Сначала берутся ближайшие инструменты, потом отбрасываются отключённые и далёкие, так что их может остаться меньше.',
  'Which of the tools that come with Baton this is.': 'Какой это из инструментов Baton.',
  'The name by which models call it.': 'Имя, по которому его вызывают модели.',
  'The model reads it to know when to call the tool.': 'По нему модель понимает, когда вызывать инструмент.',
  'How the address is asked.': 'Как запрашивается адрес.',
  '{name} is filled in from the arguments.': '{name} подставляется из аргументов.',
  'What the model fills in when it calls the tool.': 'Что модель заполняет при вызове инструмента.',
  'Added to the address, with {name} filled in from the arguments.':
    'Добавляется к адресу, {name} подставляется из аргументов.',
  'Sent with the request, with {name} filled in from the arguments.':
    'Отправляется с запросом, {name} подставляется из аргументов.',
  'Empty: the arguments as JSON, for POST, PUT and PATCH.': 'Пусто: аргументы в JSON для POST, PUT и PATCH.',
  'The connection of your settings whose key is sent.': 'Подключение из настроек, чей ключ отправляется.',
  'Names of stored secrets, one per line. {NAME} in the request is filled in with the value; models never see it.':
    'Имена сохранённых секретов, по одному в строке. {NAME} в запросе заменяется значением; модели его не видят.',
  'How long the server may take to answer.': 'Сколько сервер может отвечать.',
  'For tools whose effects build on each other: calls of one reply, or steps of one plan, then run one after the other, in their order. Else they run at once.':
    'Для инструментов, чьи действия зависят друг от друга: вызовы ответа или шаги плана идут по порядку. Иначе — одновременно.',
  'Exports run(args, baton). baton.variables and baton.set(name, value) are the flow’s variables, baton.handOff(name) hands off over a drawn edge, baton.disableTool(name) and baton.enableTool(name) switch a tool of the caller off for the rest of the thread and on again, baton.fetch(url, { method, headers, body }) gives { status, headers, text }. baton.sender, baton.recipient, baton.messages and baton.config say who calls it in which conversation.':
    'Экспортирует run(args, baton). baton.variables и baton.set(name, value) — переменные потока, baton.handOff(name) передаёт беседу по связи, baton.disableTool(name) и baton.enableTool(name) отключают и включают инструмент вызывающего до конца беседы, baton.fetch(url, { method, headers, body }) даёт { status, headers, text }. baton.sender, baton.recipient, baton.messages и baton.config говорят, кто и в какой беседе вызывает.',
  'Before a conversation runs again, what only reads is called once more, and of all else the recorded result is taken.':
    'Перед повторным запуском беседы: что только читает, вызывается снова, для остального берётся записанный результат.',
  'How long one call may run before it is stopped.': 'Сколько может идти вызов до остановки.',
  'How much memory one call may use before it is stopped.': 'Сколько памяти может занять вызов до остановки.',
  'One per line, such as api.example.com or 127.0.0.1:8080. Empty: none.':
    'По одному в строке, например api.example.com или 127.0.0.1:8080. Пусто: никакие.',
  'The program or the address that offers the tools.': 'Программа или адрес с инструментами.',
  'One per line, as the server calls them; read_* is all that begin so. Empty: all.':
    'По одному в строке, как их называет сервер; read_* — все с таким началом. Пусто: все.',
  'How long the server may take to answer a call.': 'Сколько сервер может отвечать на вызов.',
  'Says which operations the API has. Each becomes a tool.':
    'Говорит, какие операции есть у API. Каждая становится инструментом.',
  'Which operations are tools. None chosen: all.': 'Какие операции стали инструментами. Не выбрано: все.',
  'Where the API is, such as https://api.example.com/v1.': 'Где находится API, например https://api.example.com/v1.',
  'The flow that runs when a model calls the tool.': 'Поток, который запускается при вызове инструмента.',
  'The model reads it; empty, it reads the description of the flow. It is called with a message, and with values for the variables of the flow. What the flow says is the result.':
    'Читает модель; если пусто, она читает описание потока. Вызывается с сообщением и значениями переменных потока. Сказанное потоком — результат.',
  'The flow that runs here as one step.': 'Поток, который выполняется здесь как один шаг.',
  'Under which a supervisor calls it.': 'Под каким именем его вызывает супервизор.',
  'The first that holds takes the baton. None holds: else.': 'Эстафету берёт первая истинная. Ни одной: иначе.',
  'From top to bottom. With ${name}: an expression, such as ${tries} + 1. Else a text, {name} filled in.':
    'Сверху вниз. С ${name} — выражение, например ${tries} + 1. Иначе текст с подстановкой {name}.',
  'A variable, or an expression that gives a list. A text that is a JSON list will do.':
    'Переменная или выражение, дающее список. Подойдёт и текст со списком JSON.',
  'Whoever works on the item reads it as the user’s message. Empty: the item.':
    'Тот, кто обрабатывает элемент, читает это как сообщение пользователя. Пусто: сам элемент.',
  'The value that is kept of each item. Empty: what was said last.':
    'Значение, которое хранится для элемента. Пусто: сказанное последним.',
  'Gets the list of all results in the order of the items.': 'Получает список результатов в порядке элементов.',
  'Has the item while it is worked on.': 'Содержит элемент, пока он обрабатывается.',
  'Has the number of the item while it is worked on.': 'Содержит номер элемента, пока он обрабатывается.',
  'How many items may be worked on side by side.': 'Сколько элементов обрабатывать параллельно.',
  'Whether one item that fails ends the turn.': 'Завершает ли сбой одного элемента весь ход.',
  'Markdown: # Heading, **bold**, - list, [link](https://…). It changes nothing in runs.':
    'Markdown: # заголовок, **жирный**, - список, [ссылка](https://…). На запуск не влияет.',
  'The colour of the note on the canvas.': 'Цвет заметки на холсте.',
  'How wide the note is. Its corner can be pulled too.': 'Ширина заметки. Можно потянуть и за угол.',
  'It grows with its words.': 'Растёт вместе с текстом.',
  'Shown under the title. It changes nothing in runs.': 'Показывается под заголовком. На запуск не влияет.',
  'The colour of the frame on the canvas.': 'Цвет рамки на холсте.',
  'Drawn as one card, with the edges that lead in and out.':
    'Рисуется одной карточкой с входящими и исходящими связями.',
  'How wide the frame is. Its corner can be pulled too.': 'Ширина рамки. Можно потянуть и за угол.',
  'How high the frame is. Its corner can be pulled too.': 'Высота рамки. Можно потянуть и за угол.',
  'When the conversation returns to whoever handed it over.': 'Когда беседа возвращается тому, кто её передал.',
  'Lower goes first.': 'Меньшее идёт первым.',
  'Of a dialog: at the message that brings it in, if it looks before replies.':
    'Для диалога: сообщение, которое его подключает, если смотрит до ответов.',
  'What a message has to be about.': 'О чём должно быть сообщение.',
  'Always run, without asking a model': 'Выполнять всегда, не спрашивая модель',
  'Examples of messages with this intent, one per line. The model reads them.':
    'Примеры сообщений с этим намерением, по одному в строке. Их читает модель.',
  'Reachable from every worker of the graph, not only from this one.':
    'Доступно от любого исполнителя графа, а не только отсюда.',
  'The heavier of two equal intents goes first.': 'Из двух равных намерений первым идёт более весомое.',
  'Who decides on the hand-off.': 'Кто решает о передаче.',
  'The model reads it, with the values of variables in the place of {name}.':
    'Читает модель; вместо {name} стоят значения переменных.',
  'Asked before each reply: exports run(args, baton) and gives back the words that the model reads; args.condition has the ones above. Nothing: those.':
    'Вызывается перед каждым ответом: экспортирует run(args, baton) и возвращает слова для модели; в args.condition — слова выше. Ничего: они и остаются.',
  'Checked before each reply. While true, it hands off without a model call.':
    'Проверяется перед каждым ответом. Пока истинно, передаёт без вызова модели.',
  'Checked before each reply. Hidden from the model while false. Empty: always.':
    'Проверяется перед каждым ответом. Пока ложно, скрыто от модели. Пусто: всегда.',
  'Asked before each reply in the place of “Only when”: exports run(args, baton); what counts as true lets it through.':
    'Вызывается перед каждым ответом вместо «Только если»: экспортирует run(args, baton); истинный результат пропускает.',
  'Whoever takes the baton reads it, as said by this agent; the user does not see it. {name} is filled in with a variable.':
    'Читает тот, кто берёт эстафету, как слова этого агента; пользователь не видит. {name} заменяется переменной.',
  'The model calls the hand-off by this name. Empty: one made of the names of both ends.':
    'Под этим именем модель вызывает передачу. Пусто: из имён обоих концов.',
  'The first edge that holds is followed. Empty: always.': 'Выбирается первая истинная связь. Пусто: всегда.',
  'Ends the turn or waits instead of passing the baton to somebody.': 'Завершает ход или ждёт, не передавая эстафету.',
  'The first chat without one is told the last message of the conversation; later ones are skipped.':
    'Без него первый чат получает последнее сообщение беседы; остальные пропускаются.',
  'Stands for the message: exports run(args, baton) and gives back the text. Nothing: as without a message.':
    'Заменяет сообщение: экспортирует run(args, baton) и возвращает текст. Ничего: как без сообщения.',
  'More that the recipient is told, one piece per line.': 'Что ещё сообщается получателю, по одному в строке.',
  'Places of finished chats that it is not told of, from 0.':
    'Номера завершённых чатов, о которых ему не сообщают, с 0.',
  'Ends the chat after so many replies.': 'Завершает чат после стольких ответов.',
  'What the conversation gets of this chat.': 'Что беседа получает от этого чата.',
  'How a model is asked for the summary.': 'Как модель просят о сводке.',
  'Exports run(args, baton) and gives back the text; baton.messages is the chat.':
    'Экспортирует run(args, baton) и возвращает текст; baton.messages — это чат.',
  'Forgets what was said in this chat the last time.': 'Забывает, что говорилось в этом чате прошлый раз.',
  'For those that wait for it.': 'Для тех, кто его ждёт.',
  'It begins when these are done, and is told their results.': 'Начинается, когда они закончены, и узнаёт их итог.',
  'Offers the tool. Off: it stays drawn and no model hears of it.':
    'Предлагает инструмент. Выключено: остаётся на схеме, но модели о нём не знают.',
  'Checked before each reply. Not offered while false. Empty: always.':
    'Проверяется перед каждым ответом; пока не выполняется, не предлагается. Пусто: всегда.',
  'Where another participant is asked: the name under which the model calls it. Empty: made of its name. Tools have theirs on their node.':
    'Когда спрашивают другого участника: имя, под которым его вызывает модель. Пусто: из его имени. У инструментов оно в узле.',
  'What a person reads before they approve or refuse. {name} is the value of a variable.':
    'Что человек читает, прежде чем одобрить или отклонить. {name} — значение переменной.',
  'What the person fills in. A field starts with the value of the variable of the same name, and its answer is kept there.':
    'Что заполняют вместе с одобрением. Поле начинается со значения переменной с его именем и хранится в ней.',
  'After that it goes on at “Timed out”, also where Baton was closed meanwhile.':
    'Потом ход идёт дальше через «Время вышло», даже если Baton был закрыт.',
  'Refund {amount} to {customer}?': 'Вернуть {amount} клиенту {customer}?',
  'as long as it takes': 'сколько нужно',
}
