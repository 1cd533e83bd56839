/** Chinese: what errors say of files, schemas and the program itself. */

export const FAILED_FILES_ZH = {
  '{name} is larger than 20 MB. Split it into several documents.': '{name} 大于 20 MB。请把它拆成几个文档。',
  'The result {id} could not be read.': '无法读取结果 {id}。',
  'There is no conflict to resolve.': '没有需要解决的冲突。',
  'This flow was also changed in another window. Choose which version to keep first.':
    '这个流程在另一个窗口中也被修改了。请先选择保留哪个版本。',
  'It is not a picture that can be attached, whatever its name says. Save it as {formats}.':
    '无论名称如何，这不是可以附加的图片。请另存为 {formats}。',
  'It cannot be attached: {reason}. Save it smaller, or as JPEG.': '无法附加：{reason}。请缩小后保存，或另存为 JPEG。',
  '{name} has {size}. A text can have {most}.': '{name} 有 {size}。文本最多 {most}。',
  'The text of {name} is too long to be attached. Split it into several files.':
    '{name} 的文本太长，无法附加。请拆成几个文件。',
  'This drawing is too large for a picture. Export an SVG instead.': '这张图太大，无法导出为图片。请改为导出 SVG。',
  'It was stopped.': '已停止。',
  'Something went wrong inside Baton: {reason}': 'Baton 内部出错：{reason}',
  'PNG, JPEG, GIF or WebP': 'PNG、JPEG、GIF 或 WebP',
  'it has {size} MB, and models take 3.9 MB at most': '有 {size} MB，而模型最多接受 3.9 MB',
  'it is {width} x {height} pixels, and models take {most} on each side at most':
    '尺寸为 {width} × {height} 像素，而模型每边最多接受 {most} 像素',
  'The contract has no method “{name}”.': '接口约定中没有方法“{name}”。',
  'The contract has no stream “{name}”.': '接口约定中没有数据流“{name}”。',
  '“{name}” was stopped.': '“{name}”已停止。',
  "Baton's core answered “{name}” in the wrong shape: {problem}": 'Baton 核心对“{name}”的回答格式不对：{problem}',
  'A message of about {megabytes} MB is too large; the limit is 64 MB. Send less at once.':
    '约 {megabytes} MB 的消息太大，上限为 64 MB。请一次少发送一些。',
  'The link received a message that it cannot read.': '收到了一条无法读取的消息。',
  'The id {id} was used for two requests at once.': '编号 {id} 同时用于两个请求。',
  "Baton's core has no handler for “{name}”.": 'Baton 核心没有“{name}”的处理程序。',
  "Baton's core has no stream “{name}”. Update Baton, then try again.":
    'Baton 核心没有数据流“{name}”。请更新 Baton 后重试。',
  "Baton's core has no method “{name}”. Update Baton, then try again.":
    'Baton 核心没有方法“{name}”。请更新 Baton 后重试。',
  '“{name}” cannot take this input: {path}: {reason}.': '“{name}”不接受这样的输入：{path}：{reason}。',
  '“{name}” cannot take this input: {reason}.': '“{name}”不接受这样的输入：{reason}。',
  "The connection to Baton's core was lost before “{name}” was answered. Baton reconnects by itself; then try again.":
    '在“{name}”得到回答之前，与 Baton 核心的连接断开了。Baton 会自行重新连接；请随后重试。',
  'the schema': '模式',
  'it holds no JSON object.': '其中没有 JSON 对象。',
  'it is a copied piece of one. Paste it on the canvas of a flow instead.':
    '这是流程中被复制的一部分。请把它粘贴到某个流程的画布上。',
  'it looks like {tool}. Files of other tools cannot be opened.': '它看起来是{tool}。无法打开其他工具的文件。',
  'its format is “{format}”, not “baton/flow”.': '它的格式是“{format}”，而不是“baton/flow”。',
  'its first field should be "format": "baton/flow".': '它的第一个字段应为 "format": "baton/flow"。',
  'must be {type}, but is {received}': '应为{type}，实际为{received}',
  'is missing': '缺失',
  'must be {value}': '必须是 {value}',
  'must be one of {values}': '必须是以下之一：{values}',
  'unknown {count, plural, one {field} other {fields}}: {keys}': '{count, plural, other {未知字段}}：{keys}',
  'must be a multiple of {divisor}': '必须是 {divisor} 的倍数',
  'must match {pattern}': '必须匹配 {pattern}',
  'is not a valid {format}': '不是有效的 {format}',
  'has a form that is not allowed here': '这里不允许这种形式',
  'must not be empty': '不能为空',
  'must have at least {limit, plural, one {# character} other {# characters}}':
    '至少要有 {limit, plural, other {# 个字符}}',
  'must have at most {limit, plural, one {# character} other {# characters}}': '最多 {limit, plural, other {# 个字符}}',
  'must have at least {limit, plural, one {# entry} other {# entries}}': '至少要有 {limit, plural, other {# 项}}',
  'must have at most {limit, plural, one {# entry} other {# entries}}': '最多 {limit, plural, other {# 项}}',
  'must be at least {limit}': '不能小于 {limit}',
  'must be more than {limit}': '必须大于 {limit}',
  'must be at most {limit}': '不能大于 {limit}',
  'must be less than {limit}': '必须小于 {limit}',
  object: '对象',
  'a whole number': '整数',
  'a number with decimals': '小数',
  'this number is too large': '这个数字太大',
  'nested more than {most} levels deep': '嵌套超过 {most} 层',
  'a field may not be called __proto__': '字段不能叫 __proto__',
  'Rehearsal (no key)': '排练（无需密钥）',
  '{name} (not connected)': '{name}（未连接）',
  '{name}: rehearsal': '{name}：排练',
  'The variable "{name}" must be {type}, and {value} is not.': '变量“{name}”必须是{type}，而 {value} 不是。',
  'The flow declares no variable "{name}". It declares none.': '流程没有声明变量“{name}”。它没有声明任何变量。',
  'The flow declares no variable "{name}". It declares {names}.': '流程没有声明变量“{name}”。它声明了 {names}。',
  'not allowed': '不允许',
  'There is no node “{id}” on the canvas of this drawing, so its prompt cannot be changed.':
    '这张图的画布上没有节点“{id}”，因此无法修改它的提示词。',
  'There is no node “{id}” on the canvas of this drawing, so its model cannot be changed.':
    '这张图的画布上没有节点“{id}”，因此无法修改它的模型。',
  '“{name}” asks no model, so it has none to change.': '“{name}”不询问模型，因此没有模型可改。',
  'The prompt of “{name}” cannot be changed. It has no prompt.': '无法修改“{name}”的提示词。它没有提示词。',
  'The prompt {field} of “{name}” cannot be changed. It has no prompt.':
    '无法修改“{name}”的提示词 {field}。它没有提示词。',
  'The prompt {field} of “{name}” cannot be changed. Its prompts are: {keys}.':
    '无法修改“{name}”的提示词 {field}。它的提示词有：{keys}。',
  'The prompt of “{name}” cannot be this.{where}': '“{name}”的提示词不能是这样。{where}',
  'The model of “{name}” cannot be this.{where}': '“{name}”的模型不能是这样。{where}',
  'This thread talks to one node alone, and that is no longer drawn or is disabled. Begin a new thread to talk to the whole flow.':
    '这个会话只与一个节点对话，而该节点已不在图中或已停用。请开始新会话，与整个流程对话。',
  'This cannot be read as a Baton flow: {reason}': '无法作为 Baton 流程读取：{reason}',
  'The file is not JSON: it breaks at line {line}, column {column}. Mend it there, or choose another file.':
    '文件不是 JSON：在第 {line} 行第 {column} 列出错。请改正那里，或另选一个文件。',
  'This is not a Baton flow: {reason} Choose a *.flow.json file.':
    '这不是 Baton 流程：{reason}请选择 *.flow.json 文件。',
  'expected a whole number from 1 up': '应为不小于 1 的整数',
  'The flow is of version {version}, and this Baton reads up to version {newest}. Update Baton to open it; nothing was loaded.':
    '流程的版本是 {version}，而这个 Baton 最多读到版本 {newest}。请更新 Baton 后再打开；没有加载任何内容。',
  'cannot be brought from {version} up to {newest}: {reason}': '无法从版本 {version} 升级到 {newest}：{reason}',
  'more than {most} nodes': '超过 {most} 个节点',
  'more than {most} edges': '超过 {most} 条连线',
  'The flow breaks the file format, and nothing was loaded. {issues}; and {count} more':
    '流程不符合文件格式，没有加载任何内容。{issues}；另有 {count} 处',
  'The flow breaks the file format, and nothing was loaded. {issues}': '流程不符合文件格式，没有加载任何内容。{issues}',
  'The plan has no step #{id}.': '计划中没有步骤 #{id}。',
  'Nothing was changed.': '没有任何更改。',
  'A plan needs at least one step.': '计划至少需要一个步骤。',
  '#{id} uses #{missing}, but no step gives #{missing}.': '#{id} 使用了 #{missing}，但没有步骤产生 #{missing}。',
  '#{id} would use its own result.': '#{id} 会使用自己的结果。',
  'These steps would wait for each other: {steps}.': '这些步骤会互相等待：{steps}。',
  '{calls, number} calls, each sent the first prompt of {base, number} tokens: {prompts, number}':
    '{calls, number} 次调用，每次都发送 {base, number} 个令牌的首个提示词：{prompts, number}',
  'What each step wrote and found, sent again with every later call: {again, number}':
    '每个步骤写出和找到的内容，随之后的每次调用再次发送：{again, number}',
  'What the model writes, a call for each step and the answer: {written, number}':
    '模型写出的内容，即每个步骤的一次调用和最终回答：{written, number}',
  'The expression "{text}" cannot be read: {reason}.': '无法读取表达式“{text}”：{reason}。',
  'The variable "{name}" is not set. Declare it in the flow\'s settings.': '变量“{name}”没有值。请在流程设置中声明它。',
  '"{operator}" compares two numbers or two texts, not {left} and {right}.':
    '“{operator}”比较两个数字或两段文本，而不是{left}和{right}。',
  '"+" adds two numbers or joins two texts, not {left} and {right}.':
    '“+”用于两个数字相加或两段文本相连，而不是{left}和{right}。',
  '"-" subtracts two numbers, not {left} and {right}.': '“-”用于两个数字相减，而不是{left}和{right}。',
  'len() takes a text, a list or an object, not {type}.': 'len() 接受文本、列表或对象，而不是{type}。',
  'a list': '列表',
  'an object': '对象',
  'a text': '文本',
  'a number': '数字',
  'true or false': 'true 或 false',
  'The document "{name}" {what}': '文档“{name}”{what}',
  'has {pages} pages; {most} are allowed. Split it.': '有 {pages} 页；最多允许 {most} 页。请拆分它。',
  'is a broken PDF: page {page} cannot be read. Save it again or paste its text.':
    '是损坏的 PDF：第 {page} 页无法读取。请重新保存，或粘贴其文本。',
  'has more than {most} characters of text. Split it.': '的文本超过 {most} 个字符。请拆分它。',
  'has no text, only pictures, as scans do. Run it through text recognition or paste its text.':
    '没有文本，只有图片，如同扫描件。请先做文字识别，或粘贴其文本。',
  'is a PDF with a password. Save it without one or paste its text.':
    '是带密码的 PDF。请保存为不带密码的版本，或粘贴其文本。',
  'is a broken PDF and cannot be read. Save it again or paste its text.':
    '是损坏的 PDF，无法读取。请重新保存，或粘贴其文本。',
  'A document could not be read: {reason}': '无法读取文档：{reason}',
  'A document could not be read: its thread ended.': '无法读取文档：其线程已结束。',
  'takes longer than {most} seconds to read, so it was left unread. Print it to a new PDF, or paste its text.':
    '读取时间超过 {most} 秒，因此未读取。请打印成新的 PDF，或粘贴其文本。',
  'needs more than {most} MB of memory to read, so it was left unread. Print it to a new PDF, or paste its text.':
    '读取需要超过 {most} MB 内存，因此未读取。请打印成新的 PDF，或粘贴其文本。',
  'The flow takes longer than {most} seconds to read, so nothing was loaded. Cut it into smaller flows.':
    '流程的读取时间超过 {most} 秒，因此没有加载任何内容。请拆成较小的流程。',
  'The flow needs more than {most} MB of memory to read, so nothing was loaded. Cut it into smaller flows.':
    '读取流程需要超过 {most} MB 内存，因此没有加载任何内容。请拆成较小的流程。',
  'Holding an answer against its schema takes longer than {most} seconds. Make the schema simpler: fewer patterns, references and choices.':
    '按模式核对回答超过 {most} 秒。请简化模式：减少正则、引用和选项。',
  'Holding an answer against its schema needs more than {most} MB of memory. Make the schema simpler: fewer patterns, references and choices.':
    '按模式核对回答需要超过 {most} MB 内存。请简化模式：减少正则、引用和选项。',
  'Holding arguments against their schema takes longer than {most} seconds.': '按模式核对参数超过 {most} 秒。',
  'Holding arguments against their schema needs more than {most} MB of memory.':
    '按模式核对参数需要超过 {most} MB 内存。',
  'It takes longer than {most} seconds to read. Use a smaller document, with fewer operations, aliases and levels.':
    '读取时间超过 {most} 秒。请使用更小的文档，减少操作、别名和层级。',
  'It needs more than {most} MB of memory to read. Use a smaller document, with fewer operations, aliases and levels.':
    '读取需要超过 {most} MB 内存。请使用更小的文档，减少操作、别名和层级。',
  'Baton cannot find its own package.json. Install it again.': 'Baton 找不到自己的 package.json。请重新安装。',
  '{file} could not be read: {reason}. Choose another file.': '无法读取 {file}：{reason}。请另选一个文件。',
  'A saved key cannot be read here: it was saved by another Baton. Enter the key again in the settings.':
    '这里无法读取已保存的密钥：它由另一个 Baton 保存。请在设置中重新输入密钥。',
  '{file} is damaged. Delete it, then enter your keys again in the settings.':
    '{file} 已损坏。请删除它，然后在设置中重新输入密钥。',
  'No browser could be opened ({reason}).': '无法打开浏览器（{reason}）。',
  'There are no file dialogs outside the desktop app. Use the browser to choose a file.':
    '文件对话框只在桌面应用中提供。请在浏览器中选择文件。',
  'Baton opens only http and https addresses, and “{url}” is none.': 'Baton 只打开 http 和 https 地址，而“{url}”不是。',
  'Nothing was said in this thread yet: there is no run to export.': '这个会话中还没有说过话：没有可导出的运行。',
  'This thread is too large for one file: its events alone take more than 30 MB.':
    '这个会话太大，放不进一个文件：仅事件就超过 30 MB。',
  'it is larger than 30 MB': '它大于 30 MB',
  'its parts lie too deep in each other': '其各部分嵌套太深',
  'it is not a run that Baton exported': '它不是 Baton 导出的运行',
  'a newer Baton wrote it. Update Baton': '它由更新的 Baton 写入。请更新 Baton',
  '{place} is not as it should be ({problem})': '{place} 不符合要求（{problem}）',
  'two of its runs have the same id': '其中两个运行的编号相同',
  'a run names a drawing that is not in it': '某个运行指向其中没有的图',
  'an event is of a run that is not in it': '某个事件属于其中没有的运行',
  'two of its events have the same number': '其中两个事件的编号相同',
  'it has events that are never kept': '其中有从不保存的事件',
  'it is not JSON': '它不是 JSON',
  'This run was not imported: {reason}. Nothing was changed.': '没有导入这个运行：{reason}。没有做任何更改。',
  'it is not an agent of this swarm. Pick one of its agents.': '它不是这个群体的智能体。请选择群体中的智能体。',
  'only in a swarm with the pattern “manual” the user says who speaks next. Change the pattern, or leave the choice out.':
    '只有在模式为“manual”的群体中，才由用户指定下一个发言者。请更改模式，或不做选择。',
  'an n8n workflow': 'n8n 工作流',
  'a Langflow flow': 'Langflow 流程',
  'a LangGraph configuration': 'LangGraph 配置',
  'a Dify app': 'Dify 应用',
  'a Rivet project': 'Rivet 项目',
  'a Flowise export': 'Flowise 导出文件',
  'a drawing of a LangGraph graph': 'LangGraph 图的绘图',
  'a React Flow drawing': 'React Flow 绘图',
  'The file is not a text: it may be a picture or a program. Choose the *.flow.json file of a flow.':
    '该文件不是文本：可能是图片或程序。请选择流程的 *.flow.json 文件。',
  'This is not a Baton flow: it is not JSON. Choose a *.flow.json file.':
    '这不是 Baton 流程：它不是 JSON 值。请选择 *.flow.json 文件。',
  'The file is larger than 20 MB. No Baton flow is that large; choose another file.':
    '文件大于 20 MB。Baton 流程不会这么大；请另选一个文件。',
  'The file is empty. Choose the *.flow.json file of a flow.': '文件是空的。请选择流程的 *.flow.json 文件。',
  'The file is written in UTF-16. Save it as UTF-8, then open it again.':
    '文件以 UTF-16 编码。请另存为 UTF-8 后重新打开。',
  'an id has 1 to 64 letters, digits, _ or -': '标识由 1 到 64 个字母、数字、_ 或 - 组成',
  'this id is reserved': '这个标识是保留的',
  'a starter is not empty': '开场白不能为空',
  'a starter has at most 200 characters': '开场白最多 200 个字符',
  'there are at most 4 starters': '开场白最多 4 条',
  'a name has letters, digits and _': '名称由字母、数字和 _ 组成',
  'must be a text or a JSON object': '必须是文本或 JSON 对象',
  'this is not a parameter name': '这不是参数名称',
  'no request can do without this': '任何请求都不能缺少它',
  'must be an object of names and texts': '必须是由名称和文本组成的对象',
  'must be a text': '必须是文本',
  'is empty': '是空的',
  'must be a list of texts': '必须是文本列表',
  JSON: 'JSON',
  'has neither text nor a path. Paste its text into the flow.': '既没有文本也没有路径。请把它的文本粘贴到流程中。',
  'is a file ("{path}"), and files are read only on the command line, where they lie beside the flow\'s own file. In the app, add its text to the worker with "Add files".':
    '是文件（“{path}”），而文件只在命令行中读取，在那里它与流程文件放在一起。在应用中，请用“添加文件”把它的文本加到执行者。',
  'is missing: there is no file "{path}" beside the flow. Put it there or correct its path.':
    '缺失：流程旁边没有文件“{path}”。请把它放到那里，或更正路径。',
  'is not a file. Name a text, Markdown or PDF file.': '不是文件。请指定文本、Markdown 或 PDF 文件。',
  'is not text in UTF-8. Save it as UTF-8 text, Markdown or PDF.':
    '不是 UTF-8 文本。请另存为 UTF-8 文本、Markdown 或 PDF。',
  'is an archive or an office document. Save it as text, Markdown or PDF.':
    '是压缩包或办公文档。请另存为文本、Markdown 或 PDF。',
  'is neither text nor a PDF. Save it as text, Markdown or PDF.':
    '既不是文本也不是 PDF。请另存为文本、Markdown 或 PDF。',
  'is larger than {most} MB. Split it into several documents.': '大于 {most} MB。请拆成几个文档。',
  'lies outside the flow\'s folder ("{path}"), where nothing may be read. Put the file beside the flow, or paste the document\'s text into the flow.':
    '位于流程文件夹之外（“{path}”），那里不允许读取。请把文件放到流程旁边，或把文档文本粘贴到流程中。',
  'could not be read from "{file}" ({reason}).': '无法从“{file}”读取（{reason}）。',
  'The version is not read yet. Try again in a moment.': '版本尚未读取。请稍后重试。',
} as const
