// The reaction to a sync that was not accepted: docs/ea-protocol.md, errors.

const long SHORTEST_WAIT = 30;
const long LONGEST_BACK_OFF = 900;
const long HALF_HOUR = 1800;
const long HOUR = 3600;

struct Reaction
{
  /** Seconds. */
  long wait;
  /** The problem and its remedy, as the chart says it. */
  string text;
  /** The request was too large: send half of it. */
  bool halve;
  /** The server did not understand the request. */
  bool unreadable;
  /** Only another token helps. */
  bool token_refused;
};

long Within(const long value, const long least, const long most)
{
  if (value < least)
    return least;
  return value > most ? most : value;
}

/** 30, 60, 120 ... 900 seconds and up to 15 more, so that many advisors do not return at the same moment. */
long BackOff(const int failures)
{
  long wait = SHORTEST_WAIT;
  for (int i = 1; i < failures && wait < LONGEST_BACK_OFF; i++)
    wait *= 2;
  return Within(wait, SHORTEST_WAIT, LONGEST_BACK_OFF) + MathRand() % 16;
}

/** The server's own sentence, or ours where the terminal hid it. */
string Said(const Reply &reply, const string otherwise)
{
  return reply.message == "" ? otherwise : reply.message;
}

void ReactToNoAnswer(const Reply &reply, const string address, Reaction &reaction)
{
  if (reply.error == ADDRESS_NOT_ALLOWED)
  {
    reaction.wait = 60;
    reaction.text = "Il terminale non consente l'indirizzo del sito (errore " + IntegerToString(reply.error) +
                    ").\n1. Strumenti > Opzioni > Expert Advisor\n2. Spunta \"Consenti WebRequest per i seguenti URL\"" +
                    "\n3. Aggiungi esattamente:\n" + address + "\n4. Premi Invio, poi OK: riparto da solo entro un minuto.";
    return;
  }
  int error = reply.status > 0 ? reply.status : reply.error;
  reaction.text = "Il sito non risponde (errore " + IntegerToString(error) + ").\nControlla la connessione: riprovo da solo.";
}

/** @param failures  how many in a row, this one included */
void ReactTo(const Reply &reply, const int failures, const string address, Reaction &reaction)
{
  reaction.wait = BackOff(failures);
  reaction.halve = reply.status == 413;
  reaction.unreadable = reply.status == 400 || reply.status == 422;
  reaction.token_refused = reply.status == 401;
  string status = IntegerToString(reply.status) + (reply.code == "" ? "" : " " + reply.code);

  if (reply.status < 100 || reply.status > 599)
  {
    ReactToNoAnswer(reply, address, reaction);
    return;
  }
  switch (reply.status)
  {
    case 200:
      reaction.text = "La risposta non viene da TopTrader: una pagina di accesso o un proxy si mette in mezzo.\n" +
                      "Apri il sito nel browser di questo PC: riprovo da solo.";
      return;
    case 400:
    case 422:
      reaction.text = Said(reply, "Il sito non capisce i dati inviati.") + " (" + status + ")\nRiprovo da solo. Se dura, scrivi all'assistenza.";
      return;
    case 401:
      reaction.wait = HOUR;
      reaction.text = Said(reply, "Token non valido: rigenera e incolla.") +
                      "\n1. Sul sito: Dashboard > Expert Advisor > rigenera il token\n2. Qui: premi F7 sul grafico e incollalo in InpToken";
      return;
    case 402:
      reaction.wait = HALF_HOUR;
      reaction.text = Said(reply, "Abbonamento scaduto: rinnova il piano sul sito.");
      return;
    case 403:
      reaction.wait = HALF_HOUR;
      reaction.text = Said(reply, "Accesso negato dal sito: scrivi all'assistenza.");
      return;
    case 409:
      reaction.wait = HOUR;
      reaction.text = Said(reply, "Il token appartiene a un altro conto: torna a quello, oppure usa \"Cambia conto\" sul sito.");
      return;
    case 413:
      reaction.wait = 5;
      reaction.text = "Invio troppo grande: riprovo con meno operazioni.";
      return;
    case 426:
      reaction.wait = HOUR;
      reaction.text = Said(reply, "Expert Advisor superato: scarica la nuova versione dal sito.");
      return;
    case 429:
    case 503:
      if (reply.retry_after > 0)
        reaction.wait = Within(reply.retry_after, SHORTEST_WAIT, HOUR);
      reaction.text = Said(reply, "Il sito chiede di attendere: riprovo da solo.");
      return;
    case 404:
      reaction.text = "A questo indirizzo TopTrader non risponde (404): controlla InpApiUrl.\n" + address;
      return;
    default:
      reaction.text = Said(reply, "Il sito ha un problema.") + " (" + status + ")\nRiprovo da solo.";
  }
}
