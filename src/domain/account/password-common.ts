/**
 * Stems of the most used passwords, in lower case. Compiled by hand from published counts of leaked passwords
 * (RockYou 2009, SecLists' "10k most common", the yearly lists of SplashData and NordPass). Digits, signs and
 * doubling are undone before the comparison, so "Password1!", "P@ssw0rd" and "passwordpassword" are one entry.
 */
export const COMMON_PASSWORD_STEMS: ReadonlySet<string> = new Set(
  `password passwort passwd pass passme passpass passphrase mypassword mypass newpassword thepassword
  changeme changeit changethis letmein letmeinnow letmeinplease welcome welcomeback welcomehome hello
  hellohello helloworld hellokitty helloyou admin administrator adminadmin root rootroot toor sysadmin
  superuser superadmin user username useruser guest guestguest test testing testtest tester testuser
  testpassword demo demodemo default secret secrets topsecret mysecret private login logmein signin
  access accessgranted master masterkey master123 computer internet server network system windows
  microsoft google googlechrome facebook twitter instagram youtube linkedin yahoo hotmail gmail amazon
  apple samsung android iphone nokia sony nintendo playstation xbox pokemon pikachu minecraft fortnite
  roblox starwars startrek matrix gandalf merlin superman batman spiderman ironman wonderwoman
  qwerty qwertz azerty qwertyui qwertyuio qwertyuiop qwertyqwerty qwertyasdf qwertyasdfgh asdf asdfasdf
  asdfgh asdfghj asdfghjk asdfghjkl asdfjkl zxcv zxcvbn zxcvbnm zxcvbnmasd qazwsx qazwsxedc qazwsxedcrfv
  qaz wsx edc zaqxsw zaqwsx qweasd qweasdzxc qweqwe qwe asd zxc poiuytrewq lkjhgfdsa mnbvcxz poiuyt
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1xsw2 1qazxsw2
  abc abcabc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijkl abc123abc
  a1b2c3 a1b2c3d4 a1b2c3d4e5 abcd1234abcd alphabet
  iloveyou iloveu iloveme iloveyouforever ilovegod ilovemom iloveyousomuch ilu loveyou loveme lovely
  loveyouforever love lovelove lover lovers mylove truelove babygirl babyboy babyblue baby babe honey
  sweetheart sweetie sweetpea sweety darling angel angels angelina princess prince queen king kingkong
  princesa beautiful gorgeous pretty cutie cutiepie sexy sexygirl sunshine sunflower sunny rainbow
  butterfly flower flowers rose blossom daisy lily jasmine violet lavender summer winter spring autumn
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december
  monkey monkeys dragon dragons dragonball tiger tigger lion eagle eagles falcon hawk wolf wolves bear
  bears panther panda puppy puppies kitten kitty cat cats dog dogs doggie doggy horse horses pony fish
  dolphin dolphins shark spider snake turtle rabbit bunny chicken duck cowboy cowboys wildcat wildcats
  wildlife camera cameratrap understory sentinel sentinels ranger rangers forest nature safari
  football footballer baseball basketball soccer hockey tennis golf golfer volleyball softball cricket
  liverpool liverpoolfc chelsea arsenal manchester manunited manutd barcelona realmadrid juventus yankees
  lakers steelers redsox packers redskins rangersfc celtic everton
  michael jordan jennifer jessica ashley amanda daniel david james john joshua matthew andrew anthony
  christopher nicole michelle samantha elizabeth jonathan robert thomas william richard charles george
  jackson justin brandon taylor hannah sarah rachel rebecca melissa stephanie victoria vanessa natalie
  alexander alexandra alexandre maria mariana martin patrick peter steven tyler andrea carlos fernando
  alejandro alberto antonio roberto eduardo gabriel daniela sebastian nicolas juan jose miguel francisco
  charlie buster maggie ginger pepper shadow smokey snoopy scooby garfield mickey mickeymouse minnie
  donald goofy winnie winniethepooh barney barbie
  trustno1 trustnoone whatever nothing nobody everything something anything forever always never
  freedom liberty america american england france germany italy spain mexico canada brazil australia
  london paris berlin texas california florida newyork chicago boston
  jesus jesuschrist jesuslovesme god godisgood godislove heaven christ blessed blessing faith hope
  lucky lucky7 lucky13 happy happiness smile smiley friend friends bestfriend bestfriends family mother
  father mommy daddy sister brother
  cheese cookie cookies chocolate banana bananas apples orange cherry strawberry peaches coffee pizza
  sugar candy butter icecream cupcake pumpkin peanut pickle
  purple yellow green blue red black white silver gold golden diamond diamonds crystal
  mustang ferrari porsche mercedes corvette camaro harley yamaha honda toyota nissan suzuki
  guitar music musica rockstar metallica nirvana slipknot eminem beatles elvis
  killer killers hunter hunting ninja samurai warrior warriors soldier army marine navy pirate wizard
  magic mystery phoenix thunder lightning storm fire ice ocean river mountain moon moonlight star stars
  starlight galaxy earth universe
  company office business work student school college university teacher manager
  opensesame sesame enter entering please pleaseletmein getin goaway fuckyou fuckoff fuckme asshole
  bitch biteme bullshit blink182 696969 correcthorsebatterystaple`.split(/\s+/),
);
