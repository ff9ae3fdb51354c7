// The terminal's state as reported to this program: account, records, symbols, clocks. Stored here, since an advisor reads thousands of
// fields a sync.
#pragma once
#pragma GCC system_header
#include "wire.hpp"
#include <algorithm>
#include <map>
#include <unordered_map>

namespace host {

// A deal of MT5, an order of MT4, a position or a pending order.
struct deal_row {
  unsigned long ticket, order, position;
  long time, msc, type, entry, magic, reason, open_time;
  double volume, price, profit, swap, commission, fee, sl, tp, open_price;
  bytes symbol, comment;
};

struct symbol_row {
  int digits;
  double point, bid, ask;
};

struct global_row {
  double value;
  long time;
  bool temporary;
};

inline std::map<bytes, bytes> settings;
inline std::map<bytes, global_row> globals;
// The last text of Comment(); the terminal reads it later.
inline bytes chart_text;
inline std::map<bytes, symbol_row> symbols;
inline std::vector<deal_row> history, positions, pendings;
inline std::unordered_map<unsigned long, size_t> history_places;
inline bool history_changed = true;

// Milliseconds. `true_now` runs with the simulation; the program sees the others.
inline long true_now = 0, gmt = 0, ticks = 0, zone = 0, broker_offset = 0, quote = 0;
inline bool market_open = true;
inline long timer_period = 0, timer_due = 0;
inline bytes handler;
inline bool removed = false;
inline int last_error = 0;
inline long requests = 0;

inline const bytes &setting(const bytes &key) { return settings[key]; }

inline void pass(long ms) {
  true_now += ms;
  gmt += ms;
  ticks += ms;
}

// ticket order position time msc type entry symbol volume price profit swap commission fee sl tp magic reason comment open_time open_price
inline deal_row row_of(const message &m) {
  return {natural(m[1]), natural(m[2]), natural(m[3]), whole(m[4]), whole(m[5]), whole(m[6]), whole(m[7]), whole(m[17]), whole(m[18]),
          whole(m[20]), real(m[9]), real(m[10]), real(m[11]), real(m[12]), real(m[13]), real(m[14]), real(m[15]), real(m[16]),
          real(m[21]), m[8], m[19]};
}

// Takes a message that changes the terminal's state; false for any other message.
inline bool take(const message &m) {
  const bytes &kind = m[0];
  if (kind == "set") settings[m[1]] = m[2];
  else if (kind == "global") globals[m[1]] = {real(m[2]), whole(m[3]), m[4] == "1"};
  else if (kind == "symbol") symbols[m[1]] = {static_cast<int>(whole(m[2])), real(m[3]), real(m[4]), real(m[5])};
  else if (kind == "record") {
    deal_row row = row_of(m);
    auto place = history_places.find(row.ticket);
    if (place != history_places.end()) history[place->second] = row;
    else {
      history_places[row.ticket] = history.size();
      history.push_back(row);
    }
    history_changed = true;
  } else if (kind == "clear") {
    if (m[1] == "history") {
      history.clear();
      history_places.clear();
      history_changed = true;
    } else if (m[1] == "globals") globals.clear();
    else if (m[1] == "positions") positions.clear();
    else pendings.clear();
  } else if (kind == "position") positions.push_back(row_of(m));
  else if (kind == "pending") pendings.push_back(row_of(m));
  else if (kind == "clock") {
    true_now = whole(m[1]);
    gmt = whole(m[2]);
    ticks = whole(m[3]);
    zone = whole(m[4]);
    broker_offset = whole(m[5]);
    quote = whole(m[6]);
    market_open = m[7] == "1";
  } else return false;
  return true;
}

// Chart and global variables: they may have changed many times since the terminal's last reading.
inline void show_changes() {
  static bytes shown_text;
  if (chart_text != shown_text) send({"comment", chart_text});
  shown_text = chart_text;
  message all = {"globals"};
  for (const auto &[name, row] : globals) {
    char number[40];
    snprintf(number, sizeof number, "%.17g", row.value);
    all.insert(all.end(), {name, number, std::to_string(row.time), row.temporary ? "1" : "0"});
  }
  send(all);
}

inline message reply(const message &question, const bytes &kind) {
  send(question);
  for (;;) {
    message m = receive();
    if (m[0] == kind) return m;
    if (!take(m)) fail("unexpected " + m[0]);
  }
}

inline message ask(message question) {
  question.insert(question.begin(), "ask");
  return reply(question, "answer");
}

}  // namespace host
