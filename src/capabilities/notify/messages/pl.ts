import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  webhooksOff:
    'Ta usługa nie wysyła webhooków: administrator nie ustawił WEBHOOK_HOSTS, czyli listy dozwolonych serwerów.',
  webhookInvalid:
    'Adres webhooka musi zaczynać się od https:// i nie może zawierać nazwy użytkownika ani hasła.',
  webhookHostNotAllowed:
    'Ta usługa nie może wysyłać webhooków do {{host}}. Administrator może dopisać ten serwer do WEBHOOK_HOSTS.',
  webhookPrivate:
    'Webhook prowadzi do adresu, który nie jest publiczny. Administrator może dopisać jego serwer do WEBHOOK_HOSTS, razem z portem, jeśli jest to port inny niż 443.',
  webhookPortNotAllowed:
    'Ta usługa nie może wysyłać webhooków do {{host}} na port {{port}}. Administrator może dopisać ten serwer z tym portem do WEBHOOK_HOSTS.',
  webhookToService: 'Webhook prowadzi do portu samej tej usługi.',
  mailOff: 'Ta usługa nie wysyła e-maili: administrator nie podał serwera poczty.',
  mailboxInvalid: 'To nie jest poprawny adres e-mail. Poprawny adres wygląda tak: nazwa@example.com.',
  mailDomainNotAllowed:
    'Ta usługa nie może wysyłać e-maili do {{domain}}. Administrator może dopisać tę domenę do MAIL_DOMAINS.',
  tooManyChannels: 'Osiągnięto limit kanałów: {{most}}. Najpierw usuń jeden z nich.',
  channelExists: 'Masz już kanał z tym adresem: {{id}}.',
  channelEnded: 'Kanał jest zakończony, więc nic nie jest do niego wysyłane. Najpierw uruchom go ponownie.',
  channelOptions:
    'Kanał ma pola kind (webhook, email lub chat), target, pace (at_once, a dla e-maila i czatu także daily i weekly), lang (pl lub en) oraz reguły types, max_stars i clients; w zapytaniu jest nieznane pole albo niepoprawna wartość.',
  channelChangeEmpty:
    'Wyślij co najmniej jedno z pól: pace, lang, types, max_stars, clients, ended (tylko false), i żadnego innego.',
} satisfies Polish<typeof en>;
