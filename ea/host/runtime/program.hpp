// The program's life: handlers called as the terminal calls them, and time that passes between the calls. Included after the advisor.
#pragma once
#pragma GCC system_header
#include "common.hpp"
#include <cfenv>
#include <csignal>

namespace host {

struct handlers {
  int (*init)();
  void (*deinit)(const int reason);
  void (*tick)();
  void (*timer)();
  void (*trade)();
};

inline void call(const char *name, void (*function)()) {
  if (function == nullptr || removed) return;
  handler = name;
  function();
  handler = "";
}

// Runs until the true time `end`, or until the first request has its answer. A slower handler holds up the next event; timer events that
// fall due meanwhile are one.
inline void run(const handlers &program, long end, bool to_request) {
  long before = requests;
  while (!removed && !(to_request && requests > before)) {
    long next = (true_now / 1000 + 1) * 1000;
    if (timer_period > 0 && timer_due < next) next = timer_due < true_now ? true_now : timer_due;
    if (next > end) {
      if (end > true_now) pass(end - true_now);
      return;
    }
    pass(next - true_now);
    if (market_open && true_now % 1000 == 0) {
      quote = true_now + broker_offset;
      call("OnTick", program.tick);
    }
    if (timer_period > 0 && timer_due <= true_now) {
      timer_due += timer_period;
      call("OnTimer", program.timer);
      if (timer_due < true_now) timer_due = true_now;
    }
  }
}

inline void critical(int) { fail("zero divide"); }

inline int live(const handlers &program) {
  signal(SIGFPE, critical);
  feenableexcept(FE_DIVBYZERO);
  started = true;
  for (;;) {
    message m = receive();
    if (take(m)) continue;
    bytes result = "0";
    if (m[0] == "init") {
      handler = "OnInit";
      result = std::to_string(program.init == nullptr ? 0 : program.init());
      handler = "";
    } else if (m[0] == "deinit") {
      settings["reason"] = m[1];
      long before = true_now;
      handler = "OnDeinit";
      if (program.deinit != nullptr) program.deinit(static_cast<int>(whole(m[1])));
      handler = "";
      timer_period = 0;
      if (true_now - before > 2500) fail("OnDeinit took longer than 2.5 seconds");
    } else if (m[0] == "trade") call("OnTrade", program.trade);
    else if (m[0] == "run") run(program, whole(m[1]), m[2] == "1");
    else if (m[0] == "input") inputs().at(m[1])(m[2]);
    else fail("unknown message " + m[0]);
    show_changes();
    send({"done", result, std::to_string(true_now), std::to_string(quote), removed ? "1" : "0"});
  }
}

}  // namespace host
