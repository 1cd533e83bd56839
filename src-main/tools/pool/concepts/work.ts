/** Everyday knowledge for the search in tool pools, second half: software, the web, business, money, law, messages, documents, and common actions. */

/** One group a line, `name: words`, wrapped lines indented. Words of a group are asked for together; a word may be in several. */
export const WORK = `
code: code coding program programming programmer developer software script function bug debug compile algorithm javascript python java typescript rust
  c++ library api snippet syntax refactor class variable loop array html css react node compiler runtime exception golang ruby php swift kotlin stack
repo: github gitlab git repository repo commit branch merge pull source open-source issue project fork review reviewer bug issues upstream prs gist
  maintainers contributor committed
database: database sql query table postgres mysql sqlite mongodb schema row column record select join rows records customers signups warehouse redis
  index insert update tables
dataset: data dataset csv spreadsheet excel table column import export statistics records sheet census
spreadsheet: spreadsheet excel sheet sheets cell csv workbook google rows
notebook: notebook python markdown sql pandas cell
chart: chart graph diagram plot visualize visualization pie bar histogram flowchart mindmap draw axis figure dashboard visualise infographic curve
  trend figures sketch timeline gantt
mindmap: mind map brainstorm idea ideas diagram outline
analysis: analyze analysis analytics analyse insight insights statistics metric metrics report evaluate measure dashboard trend kpi correlation
  forecast compare performance
statistics: statistics census demographic population survey average percentage probability
server: server host hosting cloud aws azure gcp linux ssh deploy infrastructure docker kubernetes terminal shell command vm devops instance ubuntu
  cluster staging production outage uptime restart container nginx vps rollout
deploy: deploy deployment launch release publish host vercel ci build ship rollout roll production staging version rollback pipeline environment
network: network internet ip dns traffic bandwidth router ping latency cloudflare wifi vpn
domain: domain domains url registrar website whois tld .com registration hosting name register
website: website site webpage page web homepage landing url online html css portfolio blog hosting responsive navigation visitor visitors shop
webbuild: website site build builder create template landing wordpress wix portfolio online
webpage: url link webpage page website browse browser read open access fetch visit article site www http https address says terms content
scrape: scrape scraper scraping crawl crawler extract html page content web parse
websearch: search google internet web browse online lookup bing engine query result find information browser who when facts answers sites wikipedia
  won opening hours article
performance: performance speed load loading lighthouse metrics pagespeed slow optimize latency benchmark
seo: seo search engine optimization keyword keywords ranking serp google rank traffic organic meta
keyword: keyword keywords phrase term volume related search tag hashtag
ads: ad ads advertising advertise advertisement campaign ppc adwords click banner promote promotion google facebook sponsor
marketing: marketing market campaign promote brand audience customer advertising copywriting content lead conversion engagement branding strategy
copywriting: copy copywriting headline slogan tagline sales persuasive text write marketing
competitor: competitor competition rival compete competitors benchmark
lead: lead leads prospect prospecting sales outreach crm customer pipeline revenue client cold deal
crm: crm hubspot salesforce customer contact deal account pipeline client clients contacts know phone person leads prospects customers
company: company companies business firm corporation enterprise startup organization corporate ceo revenue employees headquarters industry founder
  earnings microsoft google amazon siemens competitor acquisition merger annual profit headquartered subsidiary suppliers
agency: agency freelancer consultant contractor service provider hire outsource
hire: hire hiring recruit recruitment recruiter talent candidate freelance freelancer engineer staff onboarding headhunter developers designers
  freelancers recruiters staffing contractor hr hires
job: job jobs career employment work vacancy position hiring salary apply opening interview employer employee unemployed internship remote profession
  nurse translator engineer teacher part-time full-time freelance jobless wage employers
resume: resume cv cover letter application experience skills qualification linkedin curriculum vitae achievements profile applying
interview: interview question candidate practice answer prepare job
meeting: meeting meetings call zoom agenda minutes attendee conference teams meet transcript discussion attendees invite discuss conference-call
  standup presentation
call: call phone telephone dial ring voicemail caller contact speak number hotline ringing
sms: sms text message texting phone mobile whatsapp telegram messenger texts number drop signal imessage
email: email mail e-mail inbox gmail outlook send reply recipient newsletter message attachment draft subject smtp wrote write letter answer forward
  spam unread mails signature correspondence received sender back cc bcc
chat: chat conversation dialogue dialog talk message discussion messaging slack discord channel everybody announce tell teammates group
notify: notify notification remind reminder alert push ping
calendar: calendar schedule appointment meeting event date booking availability slot agenda reschedule invite free busy tomorrow today week monday
  thursday friday dentist hour block plans diary
task: task tasks todo to-do checklist list reminder deadline errand due priority organize forget remember remind reminderschores done finish
  pending note buy call
note: note notes notebook write memo jot journal record capture save notion evernote remember written scribble thought bullet
journal: journal diary log reflect reflection decision entry daily
project: project management milestone kanban trello jira asana sprint backlog team roadmap plan manager milestones deadline tickets timeline
  stakeholder scope plans
workspace: workspace notion wiki confluence document team page
team: team colleague collaborate collaboration coworker teamwork staff department
productivity: productivity productive efficient organize focus workflow automate automation planner pomodoro
automation: automate automation workflow trigger integration integrate zapier webhook connect ifttt apps macro repetitive script recurring zap
webhook: webhook http endpoint request post callback api trigger
api: api endpoint rest request integration graphql json http sdk
appbuild: app mobile application android ios build builder no-code nocode iphone develop create
erp: erp inventory warehouse stock management order supplier invoice accounting enterprise
form: form forms survey questionnaire poll quiz feedback response registration signup
pdf: pdf document file page adobe convert export documents combine merge join split together pages sign
document: document documents file word docx pdf report text page paper attachment doc scan letter contract paperwork presentation slides certificate
  papers
file: file files folder directory upload download zip attachment path disk save saved open rename copy move delete txt json yaml stored spreadsheet
  spreadsheets desktop contents
storage: storage drive dropbox cloud backup upload onedrive bucket save store saved keep file archive
ocr: ocr scan scanned extract text image handwriting handwritten recognize read document receipt paper photo words printed pull invoice
  receipts
summarize: summarize summary summarise summarizing condense brief key points gist overview main tldr digest shorten abstract takeaways minutes
  bullet bullets shorter nutshell sum article report
write: write writing writer essay article content draft author compose text blog letter paragraph edit speech poem story novel caption words sentence
  wording
grammar: grammar spelling proofread proofreading correct punctuation edit typo mistake mistakes typos errors comma paragraph letter language wrong
rewrite: rewrite rephrase paraphrase reword rewording improve polish
plagiarism: plagiarism original copied duplicate detect turnitin
count: count counter number words characters length letters
calculator: calculate calculator compute calculation math sum add subtract multiply divide percentage equation expression square root total arithmetic
  plus minus percent split per average mean median how times divided fraction sums each tip
convert: convert conversion converter transform unit change exchange format celsius fahrenheit kilometres miles inches feet pounds euros how
unit: unit units metric imperial kilometer mile kilogram pound meter inch measurement feet celsius fahrenheit kilometre kilometres miles inches
  centimetres centimeters millimetre litre liter gallon ounce gram weight length height volume temperature degrees yard acre
currency: currency exchange dollar euro pound yen usd eur gbp jpy rate forex convert money inr rupee yuan cny peso euros dollars pounds francs franc
  won ruble rubles swiss rand krona worth much
qr: qr barcode code scan scannable
password: password credential login authentication account secret hash 2fa passwords username log-in logged hacked
security: security secure hack hacked hacker breach leak vulnerability vulnerabilities malware phishing threat cyber attack scan firewall exposed
  pentest privacy hackers spyware ransomware antivirus safe scam fraud compromised
finance: finance financial money bank economy investment fiscal budget wealth capital funds income salary wage rich savings pension markets economic
  dollars inflation interest
stock: stock stocks share shares ticker nasdaq market dow equity price dividend trading nyse option earnings s&p etf ipo microsoft apple siemens worth
  traded tesla amazon google listed rise fall quotes
crypto: crypto cryptocurrency bitcoin ethereum blockchain token coin wallet nft btc eth defi dogecoin worth mining coinbase binance solana
invest: invest investing investment investor portfolio fund funds asset allocation return retirement wealth diversify broker risk bond hedge
bank: bank banking account balance transfer deposit card withdraw transaction statement spent spend salary arrived withdrawal withdrawals deposits
  iban paid payments movements expenses
payment: pay payment bill invoice charge credit card checkout paypal stripe refund subscription paid charged client money back refunds owe billing
  reimburse return cancel
loan: loan mortgage credit repayment interest debt borrow payoff amortization lender installment refinance borrowing house afford monthly month
  payments years percent
tax: tax taxes vat irs income sales deduction taxable refund rate
budget: budget expense expenses spending saving savings money track cost personal spend spent monthly groceries rent bills afford
insurance: insurance insure policy premium claim coverage accident damage cover insurer insured
grant: grant grants funding fund startup opportunity scholarship subsidy venture sponsor
accounting: accounting invoice bookkeeping ledger balance sheet receipt audit bill client charge customer payable hours receipts fiscal
law: law legal lawyer attorney court legislation statute regulation act contract rights lawsuit judge litigation illegal sue divorce custody tenant
  copyright crime criminal clause terms privacy gdpr
politics: politics political government politician election vote voting parliament congress senate minister president party policy legislation speech
  campaign mp democracy bill elected candidate candidates democrat republican ministry brexit referendum prime
patent: patent trademark copyright intellectual property license
manual: manual guide instruction instructions handbook documentation model specification
support: support help troubleshoot issue ticket customer service faq complaint broken problem problems reset assistance
inventory: inventory stock warehouse supply quantity item left available units pieces supplies sku articles shelf
manufacturing: machine factory industrial equipment manufacturing hardware part
energy: energy electricity power solar wind grid renewable carbon emission
environment: environment environmental climate sustainability carbon emission recycling pollution green
agriculture: farm farming crop agriculture harvest livestock tractor
chemistry: chemical compound molecule reaction element periodic
social: social twitter tweet tweets facebook instagram linkedin tiktok followers post hashtag influencer reddit network share posting viral feed
  tweeting reels stories likes
community: community member members forum discussion post group
people: people person user profile member contact biography celebrity famous
memory: memory remember store recall save past previous history
screenshot: screenshot capture picture snapshot website screen
share: share sharing link send public collaborate
conversation: conversation chat dialogue history transcript messages discussion record conversations talked talk discussed previous
qa: question answer ask faq explain respond
opinion: opinion viewpoint debate argument advice view expert discussion sides
decision: decision decide choose choice option judgement outcome
idea: idea ideas brainstorm inspiration creative suggest creativity
plan: plan planning schedule planner organize itinerary arrange prepare strategy
goal: goal goals objective target achieve agent
book-reserve: book booking reserve reservation table seat room ticket
track: track tracking monitor follow status progress log
buy: buy purchase order acquire get shop
sell: sell selling sale seller vendor listing store
play: play playing game match against opponent fun
watch: watch streaming stream show movie video
listen: listen music podcast song radio audio
read: read reading book article text
send: send deliver email message post forward tell let know notify mail text
create: create make generate build produce design compose construct develop
delete: delete remove erase cancel clear
update: update change modify edit adjust alter revise
find: find search locate look discover explore seek browse
list: list show display enumerate view available
check: check verify validate confirm test whether available availability
explain: explain describe understand clarify meaning why how works mean reason
latest: latest recent current new up-to-date live real-time today update now
random: random pick shuffle lottery generator chance roll
regex: regex regular expression pattern match
log: log logs monitoring error trace metrics alert incident errors exception stack crash crashed failing traces outage debug failure throwing down
test: test testing unit qa check bug tests fail failing failed pass passes broke break broken regression coverage suite
ai: ai artificial intelligence machine learning model neural gpt llm chatbot agent
robot: robot robotics drone automation arduino
phone: phone smartphone iphone android mobile call number battery sim ios
signature: sign signature contract docusign agreement
compress: compress compression zip archive shrink reduce
encrypt: encrypt encryption decrypt hash cipher key
transfer: export import download upload load save convert migrate
merge: merge combine join unite append concatenate together into single
order: order orders ordered package parcel shipped delivered arrive arrived delivery dhl fedex ups usps waiting late purchase return refund
`
