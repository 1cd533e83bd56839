/** Russian: what a run tells: warnings, questions and their answers. */
import type { Translations } from '../translate'
import type { TELLING_ZH } from '../zh/telling'

export const TELLING_RU: Translations<typeof TELLING_ZH> = {
  'The turn reached one of its limits.': 'Ход достиг одного из своих пределов.',
  'You stopped this turn.': 'Вы остановили этот ход.',
  'You let the turn go on.': 'Вы продолжили ход.',
  'You stepped over.': 'Вы сделали шаг с обходом.',
  'You stepped in.': 'Вы сделали шаг внутрь.',
  'You stepped out.': 'Вы вышли наружу.',
  'You let the turn run to a node.': 'Вы выполнили ход до узла.',
  'You stopped the turn.': 'Вы остановили ход.',
  'after a step': 'после шага',
  '{place} (hit {hit})': '{place} (срабатывание {hit})',
  'before {name}': 'перед {name}',
  'after {name}': 'после {name}',
  'on the edge {name}': 'на связи {name}',
  'at a call of {tool}': 'при вызове {tool}',
  'because {name} was set': 'потому что задана {name}',
  'The turn is paused {places}.': 'Ход приостановлен: {places}.',
  'next: {calls}': 'далее: {calls}',
  'You went on without an answer, so the paused turn was given up.':
    'Вы продолжили без ответа, поэтому приостановленный ход оставлен.',
  'The turn waits for you to approve its plan:': 'Ход ждёт, пока вы одобрите его план:',
  'The edited plan cannot run. {problem}': 'Изменённый план не может выполняться. {problem}',
  'You went on without an answer, so the plan was dropped.': 'Вы продолжили без ответа, поэтому план отброшен.',
  'The turn waits for you to decide on a call of {tool}:': 'Ход ждёт вашего решения о вызове {tool}:',
  'It was begun before Baton was ended, so it may have taken effect already.':
    'Он начат до завершения Baton и мог уже подействовать.',
  '{tool} is described differently than when you were asked about this call, so you are asked again. What changed: {parts}.':
    'Инструмент {tool} теперь описан не так, как в прошлый раз, когда вас спрашивали об этом вызове, поэтому вопрос задан снова. Что изменилось: {parts}.',
  'its description': 'его описание',
  'its arguments': 'его аргументы',
  'what it may change': 'то, что он может изменить',
  'the request that it sends': 'запрос, который он отправляет',
  'Description before': 'Описание до этого',
  'Description now': 'Описание сейчас',
  'Request before': 'Запрос до этого',
  'Request now': 'Запрос сейчас',
  'The call cannot run with these arguments. {problem}': 'С такими аргументами вызов невозможен. {problem}',
  'You went on without an answer, so the calls that waited did not run.':
    'Вы продолжили без ответа, поэтому ожидавшие вызовы не выполнены.',
  '{tool} has run with {arguments}. The turn waits for you to look at its error:':
    '{tool} выполнен с {arguments}. Ход ждёт, пока вы посмотрите его ошибку:',
  '{tool} has run with {arguments}. The turn waits for you to look at what it gave:':
    '{tool} выполнен с {arguments}. Ход ждёт, пока вы посмотрите его результат:',
  'You went on without an answer, so no model read the results that waited.':
    'Вы продолжили без ответа, поэтому ожидавшие результаты не прочла ни одна модель.',
  'The turn waits for you to approve or refuse:': 'Ход ждёт вашего одобрения или отказа:',
  'To be filled in: {fields}': 'Заполнить: {fields}',
  'The time to answer ended at {time} (UTC). Whatever you answer now, it goes on as it does without an answer.':
    'Время на ответ вышло в {time} (UTC). Что бы вы ни ответили теперь, он продолжится как без ответа.',
  'Without an answer it goes on at {time} (UTC).': 'Без ответа он продолжится в {time} (UTC).',
  'What was filled in cannot be taken. {problem}': 'Заполненное не подходит. {problem}',
  'You went on without an answer, so it was asked again.': 'Вы продолжили без ответа, поэтому вопрос задан снова.',
  'The turn waits for an answer that only a newer Baton can take ({was}).':
    'Ход ждёт ответа, который примет только более новый Baton ({was}).',
  'You went on without an answer.': 'Вы продолжили без ответа.',
  'You answered.': 'Вы ответили.',
  'the tool': 'инструмент',
  'You let {tool} run.': 'Вы разрешили {tool}.',
  'You let {tool} run, from now on without asking in this thread.':
    'Вы разрешили {tool}, впредь без вопросов в этой беседе.',
  'You let {tool} run, from now on without asking in this flow.':
    'Вы разрешили {tool}, впредь без вопросов в этом потоке.',
  'You let {tool} run with other arguments: {arguments}': 'Вы разрешили {tool} с другими аргументами: {arguments}',
  'You refused {tool}.': 'Вы отклонили {tool}.',
  'You refused {tool}: {reason}': 'Вы отклонили {tool}: {reason}',
  'You answered in the place of {tool}: {text}': 'Вы ответили вместо {tool}: {text}',
  'You let the model read what {tool} gave.': 'Вы дали модели прочесть результат {tool}.',
  'You changed what {tool} gave: {text}': 'Вы изменили результат {tool}: {text}',
  'You blanked what {tool} gave.': 'Вы очистили результат {tool}.',
  'You approved.': 'Вы одобрили.',
  'You approved: {message}': 'Вы одобрили: {message}',
  'You refused.': 'Вы отказали.',
  'You refused: {message}': 'Вы отказали: {message}',
  'Nobody answered in time.': 'Никто не ответил вовремя.',
  'Nobody answered in time: {message}': 'Никто не ответил вовремя: {message}',
  '{name} (optional)': '{name} (необязательно)',
  'You refused the plan.': 'Вы отклонили план.',
  'You approved the plan{changed}{removed}{added}.': 'Вы одобрили план{changed}{removed}{added}.',
  ', with changes to {steps}': ', с изменениями в {steps}',
  ', without {steps}': ', без {steps}',
  ', with the new {steps}': ', с новыми {steps}',
  'The schema of the tool {tool} takes too long to check, so its calls are made with arguments that were not checked. Make it simpler: fewer patterns and references.':
    'Схема инструмента {tool} проверяется слишком долго, поэтому его аргументы не проверены. Упростите её: меньше шаблонов и ссылок.',
  '{name} failed, and {asker} reads the error as its answer. {error}':
    '{name}: сбой, и {asker} читает ошибку как ответ. {error}',
  'A budget of money counts for {name}, but nobody knows what {model} of the connection “{connection}” costs, so its calls are not counted. Give its price in Settings, Connections, or set a budget of tokens.':
    'Для {name} действует денежный бюджет, но цена {model} подключения «{connection}» неизвестна, поэтому вызовы не учтены. Укажите цену в настройках, «Подключения», или задайте бюджет токенов.',
  'A breakpoint did not pause the turn, because its condition “{condition}” could not be evaluated: {error}':
    'Точка останова не сработала: её условие «{condition}» не вычислено: {error}',
  '{name} wrote a call of {tool} into its answer instead of making it, so nothing was called. Its model server does not read tool calls: start vLLM with --enable-auto-tool-choice and --tool-call-parser, llama.cpp with --jinja; in Ollama and LM Studio choose a model that supports tools.':
    '{name} написал вызов {tool} в ответе вместо самого вызова, поэтому ничего не вызвано. Сервер модели не читает вызовы инструментов: запустите vLLM с --enable-auto-tool-choice и --tool-call-parser, llama.cpp с --jinja; в Ollama и LM Studio выберите модель с поддержкой инструментов.',
  'The call of {tool} by {name} was cut off too, so it was not carried out.':
    'Вызов {tool} от {name} тоже обрезан и не выполнен.',
  'The code of {name} ({use}) failed, so {instead}: {error}': 'Сбой кода {name} ({use}), поэтому {instead}: {error}',
  '{name} was skipped: a default worker takes only the first place of a turn. Lead the edge to another worker.':
    '{name} пропущен: исполнитель по умолчанию занимает только первое место в ходе. Ведите связь к другому исполнителю.',
  'The model server takes shorter descriptions of tools, so for {name} the end of what describes {tools} was not sent. Shorten it, so that nothing that matters is lost.':
    'Сервер модели принимает более короткие описания, поэтому для {name} конец описания {tools} не отправлен. Сократите его, чтобы не потерять важное.',
  'The model of {name} answered nothing. Ask again, or try another model.':
    'Модель {name} ничего не ответила. Спросите ещё раз или возьмите другую модель.',
  '{name}: item {item} failed, and its error is its result. {error}':
    '{name}: сбой элемента {item}, его результат — ошибка. {error}',
  'The code of {name} wants {wanted} to speak next, and no open edge leads there, so it goes on as drawn. Draw an edge, or name somebody else.':
    'Код {name} хочет, чтобы следующим говорил {wanted}, но открытой связи туда нет, поэтому ход идёт как нарисовано. Проведите связь или назовите другого.',
  'The oldest part of the conversation was left out for {name} without a summary: {error}':
    'Самая старая часть беседы опущена для {name} без сводки: {error}',
  'The summary of a nested chat could not be written, so it is empty: {error}':
    'Итог вложенного чата не составлен, поэтому он пуст: {error}',
  'The carry-over of a nested chat could not be written, so it is empty: {error}':
    'Перенос во вложенный чат не составлен, поэтому он пуст: {error}',
  '{tool} did not run: what was approved is not what was about to run. Ask for it again.':
    '{tool} не выполнен: одобрено не то, что должно было выполниться. Запросите снова.',
  '{tool} did not run: a person has to approve each call of it, and nobody can be asked here.':
    '{tool} не выполнен: каждый вызов одобряет человек, а здесь спросить некого.',
  '{by} stopped {name}, and nobody had passed the conversation to it who could answer instead, so this message has no answer.':
    '{by} остановил {name}, и никто из передававших ему беседу не мог ответить вместо него, поэтому это сообщение без ответа.',
  'The turn was stopped, but the part of the reply that had arrived could not be kept: {error}':
    'Ход остановлен, но пришедшую часть ответа сохранить не удалось: {error}',
  '{name}: searched by words alone, because the embedding model gave no answer in time':
    '{name}: поиск только по словам, так как модель эмбеддингов не ответила вовремя',
  "The reply of {name} was cut off, because it reached the limit of tokens. The limit is the server's own: set “Tokens, at most” of its model, or give the server a larger context.":
    'Ответ {name} обрезан: достигнут предел токенов. Это предел самого сервера: задайте «Токенов, не более» у модели или дайте серверу больший контекст.',
  'The reply of {name} was cut off, because it reached the limit of tokens. Its model is set to {maxTokens} tokens: raise “Tokens, at most” there.':
    'Ответ {name} обрезан: достигнут предел токенов. У модели задано {maxTokens}: увеличьте «Токенов, не более».',
  "The model server's content filter cut off the reply of {name}. Put the request in other words, or choose another model.":
    'Фильтр содержимого сервера модели обрезал ответ {name}. Сформулируйте иначе или выберите другую модель.',
  '{name} asked for {count} hand-offs in one reply; the first was carried out: {done}. Not carried out: {lost}.':
    '{name} запросил передач в одном ответе: {count}; выполнена первая: {done}. Не выполнены: {lost}.',
  '{name} asked for {count} hand-offs in one reply; the last was carried out: {done}. Not carried out: {lost}.':
    '{name} запросил передач в одном ответе: {count}; выполнена последняя: {done}. Не выполнены: {lost}.',
  'What {name} collected for “{slot}” was not kept as a variable: {error}':
    'Собранное {name} для «{slot}» не сохранено как переменная: {error}',
  '{name} cannot be used now: {error}': '{name} сейчас недоступен: {error}',
  '{name} has changed its tools since it was allowed and last asked. {changes}.':
    '{name} изменил свои инструменты с тех пор, как был разрешён и опрошен. {changes}.',
  'The model server takes fewer tools than {name} has, so {tools} was not offered. Switch off tools that are not needed, or put them into a pool that searches.':
    'Сервер модели принимает меньше инструментов, чем есть у {name}, поэтому {tools} не предложен. Отключите ненужные или поместите их в пул с поиском.',
  'The model server takes fewer tools than {name} has, so {tools} were not offered. Switch off tools that are not needed, or put them into a pool that searches.':
    'Сервер модели принимает меньше инструментов, чем есть у {name}, поэтому {tools} не предложены. Отключите ненужные или поместите их в пул с поиском.',
  '{name} got an unclear answer to its check, so the dialog goes on: “{answer}”':
    '{name} получил неясный ответ на проверку, поэтому диалог продолжается: «{answer}»',
  '{name} got an unclear answer about its slots, which stay as they are: “{answer}”':
    '{name} получил неясный ответ о слотах, они остаются как есть: «{answer}»',
  'The value of “{slot}” is not what its slot takes and was left out.':
    'Значение «{slot}» не подходит слоту и опущено.',
  'Event {number} (“{event}”) of this turn could not be read from the library and is left out.':
    'Событие {number} («{event}») этого хода не прочитано из библиотеки и опущено.',
  '{name} answers without a plan, since none could be made: {error}':
    '{name} отвечает без плана, так как составить его не удалось: {error}',
  'This turn went over its budget with its last call: {used} of {most}. A budget is checked before each call, so one call can go over it.':
    'Последнее обращение к модели вывело ход за его бюджет: {used} из {most}. Бюджет проверяется перед каждым обращением, поэтому одно может его превысить.',
  'The conversation went over its budget with the last call of this turn: {used} of {most}. To go on, raise the budget in the flow settings, or begin a new thread.':
    'Последнее обращение этого хода вывело беседу за её бюджет: {used} из {most}. Чтобы продолжить, повысьте бюджет в настройках потока или начните новую беседу.',
  '{name} went over its budget for a turn with its last call: {used} of {most}. A budget is checked before each call, so one call can go over it.':
    '{name}: последнее обращение превысило бюджет на ход: {used} из {most}. Бюджет проверяется перед каждым обращением, поэтому одно может его превысить.',
  '{name} went over its budget for the whole conversation with its last call: {used} of {most}. To go on with it, raise the budget in its settings, or begin a new thread.':
    '{name}: последнее обращение превысило бюджет на всю беседу: {used} из {most}. Чтобы продолжить с этим участником, повысьте бюджет в его настройках или начните новую беседу.',
  'The turn begins again with its message, because the flow was changed where it had failed: {change}.':
    'Ход начинается заново со своего сообщения, так как поток изменён там, где был сбой: {change}.',
  'the chats that ran side by side are drawn in another way': 'параллельные чаты нарисованы иначе',
  '“{name}” is not drawn any more': '«{name}» больше не нарисован',
  '“{name}” is a node of another kind now': '«{name}» теперь узел другого вида',
  '“{name}” works in another way now': '«{name}» теперь работает иначе',
  'the way to “{name}” is drawn in another way': 'путь к «{name}» нарисован иначе',
  'the tool “{name}” of its plan is not what it was': 'инструмент «{name}» её плана уже не тот',
  '{tool} (to {name})': '{tool} (к {name})',
  'described anew: {tools}': 'описаны заново: {tools}',
  'added: {tools}': 'добавлены: {tools}',
  'taken away: {tools}': 'убраны: {tools}',
}
