/** Everyday knowledge for the search in tool pools, first half: nature, places, travel, food, health, home, shopping, leisure, learning. */

/** One group a line, `name: words`, wrapped lines indented. Words of a group are asked for together; a word may be in several. */
export const DAILY_LIFE = `
weather: weather forecast rain rainy raining snow snowing sunny sun cloud cloudy wind windy storm thunderstorm lightning temperature humidity humid
  umbrella climate degrees celsius fahrenheit hail hurricane tornado drizzle fog heatwave frost freezing meteorology hot cold warm chilly mild dry wet
  sunshine overcast cloudless breeze gust icy slippery sunset sunrise uv barometer outside
air: air pollution smog pollen ozone aqi pm2.5 breathe
disaster: earthquake quake seismic tsunami flood wildfire volcano eruption hurricane typhoon landslide avalanche magnitude disaster evacuation
emergency: emergency alert alarm danger hazard rescue ambulance firefighter police warning
sea: sea ocean beach coast wave surf surfing swell tide marine sailing boat ship island lighthouse dive diving
mountain: mountain hill peak ski skiing snowboard slope alpine climb climbing hike hiking trail trek summit
nature: nature forest tree wildlife park river lake landscape outdoors wilderness camping tent
space: space astronomy planet star moon mars nasa rocket satellite galaxy telescope astronaut orbit cosmos universe comet asteroid eclipse
  constellation nebula solar spacecraft rover
time: time clock hour minute timezone zone utc gmt now watch oclock stopwatch noon midnight night morning evening afternoon dawn dusk early late
  second timer countdown alarm
date: date day week month year calendar weekday today tomorrow yesterday anniversary leap weekend monday tuesday wednesday thursday friday saturday
  sunday january february march april june july august september october november december yearly weekly monthly
holiday: holiday christmas easter thanksgiving halloween festival vacation celebration ramadan diwali hanukkah eve bank carnival
past: history historical past ancient century era medieval war empire civilization archive archaeology revolution king queen dynasty battle president
  emperor timeline heritage
place: place location address coordinate latitude longitude gps geocode map where nearby near nearest street postcode zip area region local
  neighbourhood neighborhood surroundings spot close around surrounding vicinity site landmark village
directions: direction route navigate navigation drive driving distance way map road shortest detour turn walk walking commute fastest quickest far
  kilometre kilometer mile lost
country: country nation state capital city town population border continent flag geography europe asia africa america germany france spain italy china
  japan india canada australia brazil mexico russia kingdom
car: car vehicle auto automobile truck suv sedan motorcycle motor engine dealer dealership mileage garage mechanic tyre tire horsepower odometer ford
  toyota bmw audi honda insurance brake rental lease electric hybrid
fuel: fuel gas gasoline petrol diesel litre gallon refuel
charging: charge charger charging ev electric battery tesla plug kwh
parking: park parking garage lot space spot meter
traffic: traffic jam congestion road speed camera radar accident highway motorway toll lane
train: train rail railway metro subway underground station tram platform commuter line timetable departs railcard locomotive conductor
bus: bus transit coach transport transportation commute stop shuttle fare
flight: flight fly airline airport plane airplane aircraft aviation pilot boarding departure arrival layover gate runway airfare jet boeing lufthansa
  ryanair luggage seat aisle nonstop stopover
taxi: taxi cab uber ride lyft rideshare driver pickup
bike: bike bicycle cycling cycle scooter pedal
trip: trip travel travelling traveling journey tour tourism tourist vacation holiday itinerary destination getaway visit sightseeing attraction abroad
  backpacking honeymoon cruise passport visa luggage explore guide weekend road sight landmark souvenir backpack adventure island beach
hotel: hotel accommodation lodging stay room hostel motel resort airbnb inn suite check-in bed apartment overnight villa bedroom guest double night
  nights bnb spa housekeeping campsite vacancy
restaurant: restaurant dine dining table cafe bistro eatery reservation diner menu bar pub waiter cuisine takeaway takeout brunch pizza burger sushi
  steakhouse vegan terrace chef buffet kebab
food: food meal eat dish snack breakfast lunch dinner cuisine hungry taste delicious supper dessert pizza burger sushi sandwich noodle noodles rice
  potato tomato onion garlic curry taco fries steak fish seafood appetite
recipe: recipe cook cooking bake baking ingredient kitchen oven chef dish fry roast cookbook grill cookie cake pasta soup salad sauce chicken
  lasagne lasagna stew omelette pancake pie curry casserole marinade dough potato tomato onion garlic rice beans lentils leftovers
grocery: grocery groceries supermarket vegetable fruit meat milk bread egg cheese butter flour apple banana orange potato tomato onion carrot rice
  cereal food
delivery: delivery deliver courier ship shipping shipment parcel package freight dispatch tracking mail logistics carrier
diet: diet nutrition nutrient calorie calories protein carb carbohydrate fat vitamin vegan vegetarian keto gluten weight healthy macro fasting sugar
  fibre fiber iron calcium mineral avocado slim obesity bmi lose intake quinoa salt cholesterol
drink: drink beverage wine beer cocktail alcohol whisky whiskey spirit liquor vodka brewery bartender mixology champagne juice lemonade soda gin rum
  tequila bar thirsty
coffee: coffee tea espresso latte cappuccino caffeine brew barista
health: health healthy medical medicine disease illness sick symptom wellness wellbeing condition pain ache hurt hurts headache fever cough coughing
  throat stomach nausea dizzy dizziness rash allergy allergic asthma blood pressure heart injury wound swollen diabetes migraine vomit bleeding flu
  back knee chest sore itch tired fatigue
doctor: doctor physician hospital clinic nurse patient appointment surgeon dentist medical therapist diagnosis treatment surgery healthcare fever
  cough headache pain sore throat checkup x-ray mri operation therapy gp specialist teeth tooth eye skin
drug: drug medication pill medicine pharmacy prescription dose dosage tablet antibiotic vaccine pharmacist side-effect pharmaceutical aspirin
  ibuprofen paracetamol warfarin penicillin insulin painkiller chemist vitamin supplement mix syrup cure
infection: covid coronavirus virus flu influenza infection rsv pandemic epidemic vaccine vaccination mask contagious quarantine fever cough bacteria
  germ symptom
mind: mental therapy therapist anxiety depression stress mood emotion feeling psychology counselling meditation mindfulness relax calm sad lonely
  angry worried burnout happy happiness grief panic self-esteem counselor
sleep: sleep insomnia bed nap dream rest night bedtime asleep awake tired nightmare snore pillow
fitness: fitness workout exercise gym training muscle strength cardio run running jog yoga stretch squat push-up pushup trainer lift weight marathon
  pilates abs strong stronger fit shape belly biceps chest plank swim swimming aerobic warmup endurance coach bodybuilding physique athletic
habit: habit routine daily discipline streak goal improve self-improvement motivation resolution smoking quit journaling consistent mindful streaks
  regularly
beauty: beauty makeup cosmetic skin skincare hair lipstick perfume fragrance lotion nail salon foundation mascara serum moisturizer shampoo acne
  wrinkle manicure haircut barber hairstyle sunscreen eyeliner
clothes: clothes clothing wear outfit fashion dress shirt shoe shoes jacket pants jeans apparel wardrobe style garment hoodie t-shirt tshirt sweater
  skirt suit hat textile merch attire coat sneakers boots socks blouse tie trousers scarf gloves raincoat swimsuit fabric cotton leather waterproof
  tailor size fit fashionable
jewelry: jewelry jewellery ring necklace bracelet earring diamond gold silver gem watch
baby: baby infant toddler parent parenting pregnancy newborn mother father mom dad
child: child children kid kids toddler preschool boy girl childhood young
family: family relative genealogy ancestor parent sibling grandmother grandfather tree wife husband son daughter brother sister uncle aunt cousin
  grandma grandpa grandparents kids relatives
gift: gift present birthday surprise anniversary occasion souvenir wrap father mother valentine girlfriend boyfriend mum dad wife husband christmas
  bouquet flowers card
wedding: wedding marriage marry bride groom engagement ceremony
dating: dating date romantic romance love partner relationship couple girlfriend boyfriend flirt
pet: pet dog cat puppy kitten animal veterinarian vet breed horse hamster fish leash vaccination groom grooming bark litter aquarium parrot rabbit
  adopt
animal: animal wildlife bird species zoo mammal insect livestock pet dog cat lion tiger elephant bear wolf fox snake spider whale shark monkey
  butterfly bee cow sheep pig
plant: plant gardening garden flower houseplant soil seed leaf grow watering indoor succulent pot bloom lawn herb fertilizer botany rose tulip orchid
  cactus basil tomato compost prune fern monstera yellow leaves
home: home house household room furniture kitchen bedroom bathroom decor decorate decoration interior living sofa couch bed chair desk shelf carpet
  curtain lamp wallpaper bathtub refrigerator
repair: repair fix broken maintenance plumber electrician handyman diy tool renovation install replace leak leaking pipe tap drill hammer wrench paint
  roof crack plumbing electrical
cleaning: clean cleaning laundry wash vacuum dishwasher tidy stain detergent
smarthome: smart lamp light bulb thermostat heating switch device iot sensor brightness dim appliance dark bright brighter warm cold heat lights lamps
  blinds curtain camera doorbell lock hallway alexa siri turn off temperature room
realestate: property house housing home apartment flat condo estate realtor landlord tenant mortgage bedroom listing villa building
rent: rent rental lease renting tenant landlord apartment flat roommate
buyhouse: house purchase buying home mortgage property down-payment homebuyer realtor
shopping: shop shopping buy purchase store order product cart checkout retail mall online marketplace ebay amazon item goods customer merchandise sale
  shopper basket wishlist furniture appliance jacket shoes toy desk souvenir sell
price: price cost cheap cheaper cheapest expensive affordable budget value fee rate inexpensive worth dollars euros pay costly
discount: discount coupon deal sale offer promo promotion voucher bargain code save cashback rebate clearance black-friday freebie savings reduced
  promotional
product: product item goods brand model gadget device laptop phone headphones camera smartphone electronics tablet tv television monitor printer
  keyboard mouse speaker watch fridge dishwasher sofa chair desk headphone earphones
review: review rating rate feedback opinion testimonial star stars pros cons advantage disadvantage critique opinions recommended complaint satisfied
  experience
compare: compare comparison versus vs difference differ alternative better contrast
recommendation: recommend recommendation suggest suggestion advice advise idea tip pick personalized
game: game gaming gamer play player videogame console level quest multiplayer xbox playstation nintendo steam esports minecraft fortnite roblox zelda
  mario pokemon valorant overwatch dota warcraft boss cheat gameplay
boardgame: board chess draughts backgammon monopoly scrabble go pawn knight bishop rook checkmate opponent move
cardgame: card cards poker deck blackjack bridge solitaire hand dealt suit
puzzle: puzzle sudoku crossword riddle logic brain teaser clue hint maze
wordgame: word guess guessing wordle clue trivia secret
quiz: quiz trivia question test questionnaire survey poll exam answer
sport: sport sports team league match score player athlete tournament championship season standings coach stadium fixture win won winner beat cup
  final finals club race medal referee training versus
football: football soccer goal premier fifa uefa league penalty bundesliga laliga madrid barcelona manchester chelsea bayern
othersport: tennis golf cricket rugby volleyball boxing wrestling f1 formula racing olympics olympic swimming badminton
fantasysport: fantasy lineup draft squad transfer
bet: bet betting odds gamble gambling casino lottery wager bookmaker jackpot
music: music song songs album artist playlist singer lyrics melody track concert spotify genre tune jazz rock hip-hop classical soundtrack hear hit
  single symphony orchestra beatles mozart bach remix dj festival vinyl tour rapper volume
instrument: instrument guitar piano chord chords violin drum bass ukulele note notes key sheet notation midi scale fret
audio: audio sound voice speech recording wav mp3 listen microphone noise narration speaker memo voicemail volume podcast loud
tts: tts text-to-speech speech voice speak read aloud narrate narrator voiceover pronounce spoken audiobook
transcribe: transcribe transcription transcript dictation subtitle caption speech recording written interview memo lecture recorded recordings dictate
podcast: podcast episode listen host radio interview show speaker series
film: film movie movies cinema actor actress director hollywood trailer scene screening comedy thriller drama horror documentary netflix hulu disney
  imdb cinemas bond marvel blockbuster oscar scifi sequel premiere film-festival anime cartoon
tv: tv television series show episode season channel streaming stream sitcom watch netflix hbo binge broadcast sitcoms finale documentary
  documentaries anime soap
theater: theater theatre broadway musical stage play performance opera ballet drama actor show
event: event ticket tickets concert festival show venue attend seat gig exhibition performance conference meetup party invitation parade fair workshop
  seminar tour standup club
book: book books read reading novel author literature library fiction ebook chapter publish publisher bestseller writer reader orwell tolkien
  shakespeare biography memoir poem bookshop isbn novelist classic textbook
story: story storytelling tale narrative fairy plot character fable fiction illustrated adventure hero heroes villain bedtime legend myth fantasy
  dragon princess novel
poem: poem poetry rhyme verse haiku sonnet poet lyrics limerick
joke: joke funny humor humour laugh pun comedy meme hilarious
meme: meme gif sticker funny viral reaction emoji animated giphy
art: art artwork painting paint artist museum gallery sculpture exhibition masterpiece canvas picasso monet gogh drawing sketch watercolor portrait
  brush painter renaissance modern
photo: photo photograph photography picture image camera snapshot shot stock portrait wallpaper pictures
imageedit: image photo edit crop resize filter retouch blur background enhance brightness watermark photoshop rotate shrink enlarge scale bigger
  smaller sharpen colour brighten pixels pixel wide red-eye transparent
imagegen: image generate draw picture illustration art prompt dalle diffusion render realistic paint sketch cartoon poster scene drawing portrait logo
  visualise visualize
imageread: image picture photo recognize describe caption ocr vision scene detect object
video: video videos clip youtube film footage movie reel tiktok vlog camera animation stream watch vimeo channel youtuber cut trim subtitles vlogs
  recording
threed: 3d model mesh asset render unity blender ar vr virtual reality metaverse animation
design: design designer graphic layout template visual logo banner flyer poster brochure mockup ui ux creative typography figma canva wireframe
  prototype font color business card brand presentation slide slides powerpoint
color: color colour palette shade hue rgb hex paint tone
font: font typeface letter ascii typography text banner
brand: brand logo identity branding trademark slogan
news: news headline headlines article journalist newspaper press breaking latest current affairs happening events story report media journalism world
  happened today war election elections economy politics reuters bbc cnn update
trend: trend trending trends popular viral hot hashtag topic
magazine: magazine newsletter blog column culture lifestyle substack article post
blog: blog post wordpress article author publish blogger content website
religion: religion religious god prayer pray church bible quran islam muslim christian buddhist faith spiritual scripture verse allah jesus hindu
  mosque mass torah psalm temple monk buddhism christianity judaism hinduism rabbi pope saint gospel verses
astrology: horoscope astrology zodiac tarot fortune sign aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces
  divination reading psychic numerology destiny fate moon birth chart lucky zodiac-sign soulmate
personality: personality type introvert extrovert character temperament
themepark: theme park amusement ride roller coaster disneyland disney universal wait attraction
museum: museum exhibit gallery collection artifact curator
charity: charity donate donation nonprofit volunteer fundraising cause
crime: crime police criminal theft court murder prison fraud
school: school student teacher class classroom homework grade lesson curriculum pupil kindergarten math essay revision exam timetable headmaster
  teaching
university: university college degree course campus professor scholarship admission academic graduate bachelor master tuition
learn: learn learning study studying course lesson tutorial education educational teach tutor training skill beginner practice online class workshop
  mentor understand explain subject expert practise revise knowledge skills lecture improve coach degree certification
flashcard: flashcard flashcards memorize memory remember recall repetition spaced review vocabulary deck
language: language english spanish french german chinese japanese italian korean russian foreign fluent grammar vocabulary pronunciation phrase speak
  linguistic bilingual conversation portuguese arabic hindi dutch polish turkish swedish greek latin say word sentence accent native words phrases
translate: translate translation translator language spanish french german japanese chinese english interpret foreign localize polish portuguese
  arabic hindi dutch turkish swedish greek korean russian italian say put means mean word sentence
languageexam: ielts toefl exam test speaking score preparation practice english
dictionary: dictionary definition define meaning word synonym antonym thesaurus spelling etymology mean means words another opposite rhyme term slang
  acronym abbreviation
science: science scientific scientist physics chemistry biology experiment laboratory theory molecule atom element chemical genetics quantum gravity
  evolution dna cell gene species energy periodic lab particle fossil climate
math: math mathematics algebra geometry equation calculus number formula arithmetic integral derivative solve fraction triangle matrix vector
  probability theorem polynomial logarithm sine cosine root prime factor
encyclopedia: wikipedia encyclopedia fact facts knowledge general information wiki article topic who history invented discovered tallest largest
  capital prize
paper: paper papers research academic scholarly journal scientific arxiv study publication literature citation peer-reviewed scholar abstract pubmed
  doi thesis article publications findings peer review citations scientists university researchers evidence professor bibliography conference
dice: dice die roll rpg dungeon tabletop dungeons dragons
usleague: nba nfl nhl mlb basketball baseball hockey quarterback
clinical: clinical trial study patient treatment therapy cancer oncology research
`
