/** Chinese: the list of flows, its templates, and presets of model servers. */

export const LIBRARY_ZH = {
  'The first part of its endpoint in the Azure portal.': 'Azure 门户中其终结点的第一部分。',
  'the Azure portal, under “Keys and Endpoint” of the resource': 'Azure 门户中该资源的“Keys and Endpoint”',
  'The name of your deployment. What Azure lists is what could be deployed.':
    '你的部署名称。Azure 列出的是可以部署的模型。',
  'Where your models are enabled.': '启用了你的模型的区域。',
  'the Amazon Bedrock console, under “API keys”': 'Amazon Bedrock 控制台的“API keys”',
  'The model id, such as openai.gpt-oss-120b-1:0. This address does not list them.':
    '模型 ID，例如 openai.gpt-oss-120b-1:0。此地址不列出模型。',
  'Of your project in the Google Cloud console.': 'Google Cloud 控制台中你的项目 ID。',
  'A region, not “global”.': '一个区域，不是“global”。',
  '“gcloud auth print-access-token”; it ends after an hour': '“gcloud auth print-access-token”；一小时后失效',
  'Such as google/gemini-2.5-flash. This address does not list them.':
    '例如 google/gemini-2.5-flash。此地址不列出模型。',
  'Code review': '代码评审',
  'Three reviewers look at a change side by side, each at one thing; a lead sorts what they found and says what has to be done.':
    '三位评审者并行查看一项更改，各看一个方面；负责人整理发现并说明要做什么。',
  'Questions to documents': '文档问答',
  'Answers from a handbook and a manual and says where it read it; writes replies to customers from what it found.':
    '依据手册和说明书回答并注明出处；根据查到的内容撰写给客户的回复。',
  Hello: '你好',
  'One supervisor and a clock: the smallest flow that does something.': '一个主管和一个时钟：能做事的最小流程。',
  'Incident triage': '事件分诊',
  'Looks at what is broken, follows the runbook, and for a serious incident has impact, status page and next steps written at once and put together.':
    '查看故障，遵循操作手册；遇到严重事件时同时撰写影响、状态页和后续步骤并汇总。',
  'Onboarding interview': '入职访谈',
  'Welcomes a new colleague and leads through three short conversations; what was said is kept as variables that your systems can use.':
    '欢迎新同事并引导完成三段简短对话；所说内容保存为变量，供你的系统使用。',
  'Personal assistant': '个人助理',
  'Keeps your list, tells the time, works things out and drafts your mails; MCP servers for memory and files are one switch away.':
    '管理清单、报时、计算并起草邮件；用于记忆和文件的 MCP 服务器一键即可开启。',
  'Profile and orders': '资料与订单',
  'A cake shop: the concierge answers, tells the time, and brings in a dialog for the profile or for an order; observers collect what was said and see when an order is complete.':
    '一家蛋糕店：接待员回答问题、报时，并引入填写资料或下单的对话；观察者收集所说内容并判断订单是否完整。',
  'Research plan': '研究计划',
  'A researcher who plans all look-ups and calculations first, runs them side by side, and then answers from what they gave.':
    '研究员先规划所有查询和计算，并行执行，再根据结果回答。',
  'Sales qualification': '销售线索筛选',
  'Finds out who is asking, scores it by your rules, and sends each to the right colleague: a call, advice, or a start on their own.':
    '了解询问者，按你的规则评分，并转给合适的同事：致电、建议或自行开始。',
  'Shop workers': '商店执行者',
  'A cake shop as a task graph: four intents lead to three workers, one of them with documents to look things up in; a default worker takes everything else.':
    '用任务图表示的蛋糕店：四种意图通向三个执行者，其中一个可查阅文档；其余由默认执行者处理。',
  'Support desk': '支持台',
  'A triage agent who checks who is asking and hands the conversation to refunds or to technical help; a refund is written up in chats behind the scenes.':
    '分诊智能体确认询问者，并把对话移交给退款或技术支持；退款在幕后聊天中办理。',
  'Tool pool': '工具池',
  'One agent finds what fits among sixty tools of an MCP server, of GitHub and drawn here, one plans, and one does the work.':
    '一个智能体在 MCP 服务器、GitHub 和此处绘制的六十个工具中查找合适的，一个制定计划，一个执行。',
  'Travel planner': '旅行规划',
  'Plans short trips: asks what you like, looks up times, prices and weather in one plan, adds it up, and packs your bag.':
    '规划短途旅行：询问喜好，在一个计划中查询时间、价格和天气，汇总并帮你收拾行李。',
  Tutoring: '辅导',
  'Three teachers who explain step by step and let you find the answer; a head teacher brings in whoever fits.':
    '三位老师循序讲解，引导你自己找到答案；主任老师请来合适的人。',
  'Last changed': '最近修改',
  'Last talked to': '最近对话',
  'Start from a template': '从模板开始',
  Templates: '模板',
  'Small examples, one idea each': '小示例，每个说明一个概念',
  Examples: '示例',
  'Say to {name}: {starter}': '对“{name}”说：{starter}',
  '{count, plural, one {# problem blocks} other {# problems block}} running': '{count} 个问题阻止运行',
  'More about {name}': '“{name}”的更多操作',
  'Pin {name}': '固定“{name}”',
  'The flow could not be pinned': '无法固定该流程',
  Rename: '重命名',
  Duplicate: '创建副本',
  'Export JSON': '导出 JSON',
  Delete: '删除',
  'The flow spoke first': '流程先发言',
  'Go on with {name}: {said}': '继续“{name}”：{said}',
  'Flow name': '流程名称',
  'Nothing drawn yet': '尚未绘制',
  '{count, plural, one {# node} other {# nodes}}': '{count} 个节点',
  'Flows · Baton': '流程 · Baton',
  Flows: '流程',
  'Search flows': '搜索流程',
  Search: '搜索',
  'Order of the flows': '流程排序',
  Import: '导入',
  'New flow': '新建流程',
  'Show all {count, number} flows': '显示全部 {count, number} 个流程',
  'Drop the file to import it': '松开以导入文件',
  'The flows cannot be read': '无法读取流程',
  'Try again': '重试',
  'Reading the flows': '正在读取流程',
  'No flow is called that': '没有这个名称的流程',
  'Nothing matches “{search}”. Try another word.': '没有与“{search}”匹配的内容，换个词试试。',
  'No flows': '没有流程',
  'No flows yet': '还没有流程',
  'A flow is a drawing of who may talk to whom. Draw one with “New flow”, talk to it, and see every decision it makes. Or begin with a template: one click, and it answers.':
    '流程描绘了谁可以与谁对话。用“新建流程”绘制一个，与它对话，并查看它的每个决定。也可以从模板开始：点一下，它就会回答。',
  'From example': '从示例新建',
  'Which model answers': '由哪个模型回答',
  'The {model} answers: it follows a script, needs no key and sends nothing anywhere.':
    '现在由{model}回答：它按脚本进行，无需密钥，也不会向外发送任何内容。',
  'rehearsal model': '排练模型',
  'Connect a model': '连接模型',
  'Recently deleted': '最近删除',
  'Deleted {ago}, kept until {day}': '{ago}删除，保留至 {day}',
  'Restore {name}': '恢复 {name}',
  Restore: '恢复',
  'Delete for good: {name}': '永久删除：{name}',
  'Delete for good': '永久删除',
  'Delete for good?': '永久删除？',
  '“{name}” goes with its versions and its conversations. It cannot be brought back.':
    '“{name}”及其版本和对话将一并删除，无法恢复。',
  'Keep it': '保留',
  'The files were not imported': '未能导入这些文件',
  'There are {count} of them; {most} can be imported at once.': '共有 {count} 个文件；一次最多可导入 {most} 个。',
  '{count, plural, one {# file was imported.} other {# files were imported.}}':
    '{count, plural, other {已导入 # 个文件。}}',
  '{count, plural, one {# file was not imported} other {# files were not imported}}':
    '{count, plural, other {# 个文件未能导入}}',
  'It has {size} MB. A flow has 20 MB at most, and a run 30 MB.':
    '文件有 {size} MB。流程最多 20 MB，运行记录最多 30 MB。',
  '“{name}” could not be read. Is it a folder? Drop the files that are in it.':
    '无法读取“{name}”。它是文件夹吗？请拖放其中的文件。',
  '“{name}”: {why}': '“{name}”：{why}',
  '“{name}” was not imported': '“{name}”未能导入',
  '“{name}” is back.': '已恢复“{name}”。',
  '“{name}” is deleted.': '已删除“{name}”。',
  Undo: '撤销',
  'The flow could not be brought back': '无法恢复流程',
  'The flow could not be deleted': '无法删除流程',
  'The flow could not be made': '无法新建流程',
  'The example could not be opened': '无法打开示例',
  'That is not a flow': '这不是流程',
  'The flow could not be renamed': '无法重命名流程',
  'The flow could not be duplicated': '无法创建流程副本',
  'The flow could not be exported': '无法导出流程',
  'Untitled flow': '未命名流程',
} as const
